import * as z from 'zod';

/** Kind of interruption, the key of its sentence (`src-shared/words/interruption-words.ts`). */
export const interruptionKindSchema = z.enum([
  'session-ended',
  'closed', // closed properly, before the session was over
  'cut',
  'idle-limit', // something on the path ends streams that have no event for some time; `code` is that time
  'path-limit', // something on the path ends every stream at the same age; `code` is that age: "20 s"
  'changed-on-the-way', // the body is not what its header says
  'silent',
  'no-answer', // connected or connecting, but no answer
  'unreachable',
  'certificate',
  'plain-http', // TLS was used for a port that speaks plain HTTP
  'proxy-refused', // a proxy asks for a sign-in (407), refuses the tunnel or cannot be reached
  'redirected',
  'not-a-stream',
  'renewing-token',
  'token-refused', // the service refused a new token, too
  'forbidden',
  'refused-once', // first 403 without a sign of who answered
  'page-instead', // 403 or 429 with a page for a browser: something between here and the service answered
  'own-seat', // the service still counts Watchfloor's last connection
  'seat-taken',
  'seat-unclear', // another client has the stream, or a request that Watchfloor left: see `ownRequest`
  'seat-of-member', // a member that cannot reach the team's log probably has the stream
  'seat-of-stranger', // this member of a team holds the seat, and another client has the stream
  'slow-down', // 429
  'service-down', // 5xx, 408
  'token-too-large', // the headers of the request are too large, which only the token makes them
  'request-refused',
  'client-refused',
  'grant-refused',
  'issuer-unreachable',
  'issuer-not-oauth',
  'no-grant', // no secret or sign-in for the issuer: see `error`
  'slept',
  'log-unreachable', // the log of the team does not answer, or this member cannot follow it
  'no-holder', // no member of the team has the seat
  'holder-blind', // the member that has the seat has no session
  'holder-silent', // the log answers, and the member that has the seat sends no event; `code` says whether its store takes any
  'not-storing', // the own store cannot take what the team sends: see `error`
  'catching-up', // the store has not read the log of the team to its end
  'writer-silent', // the process that watches with this store does not answer its viewer
  'writer-gone', // no process watches with the store that is viewed here
  'events-lost', // the bytes of the stream had more events than were stored; `code` has both numbers: "1 of 2"
  'fault', // a bug in Watchfloor; the log has it
]);
