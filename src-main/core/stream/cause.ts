/**
 * The sentences that say why we are not watching, all in one place so that they can be read as prose.
 * They say what happened and what to do; they never hold a token, a secret or a response body.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Cause } from '../../../src-shared/domain/stream-status.ts';
import type { TokenRefusal } from '../ports/token-issuer.ts';
import type { AttemptOutcome } from './reconnect-policy.ts';

export function causeOf(outcome: AttemptOutcome, endAnnounced: boolean): Cause {
  if (endAnnounced && (outcome.kind === 'closed' || outcome.kind === 'lost' || outcome.kind === 'silent'))
    return {
      reason: 'session-expired',
      code: 'SUBSCRIPTION_ENDED',
      message: 'The service announced the end of the session, as it does after 30 minutes. Watchfloor connects again.',
    };
  switch (outcome.kind) {
    case 'closed':
      return {
        reason: 'connection-lost',
        code: 'CLOSED',
        message: 'The service closed the stream before the session was over. Watchfloor connects again by itself.',
      };
    case 'lost':
      return {
        reason: 'connection-lost',
        code: outcome.code,
        message: `The connection to the stream was cut (${outcome.code}). Watchfloor connects again by itself.`,
      };
    case 'silent':
      return {
        reason: 'silent',
        code: 'SILENT',
        message:
          'The stream was open but nothing complete arrived for too long, so Watchfloor hung up. If it happens again, a proxy between here and the service may be holding the stream back.',
      };
    case 'unreachable':
      return outcome.tls
        ? {
            reason: 'unreachable',
            code: outcome.code,
            message: `The service's certificate was not accepted (${outcome.code}), so nothing was sent. Check the address, or add the issuer of a TLS-inspecting proxy to this computer's trusted certificates.`,
          }
        : {
            reason: 'unreachable',
            code: outcome.code,
            message: `The stream's address cannot be reached (${outcome.code}). Check the network and the events address in the profile.`,
          };
    case 'refused':
      return refusedCause(outcome.status);
    case 'redirected':
      return {
        reason: 'refused',
        code: `HTTP ${outcome.status}`,
        message:
          'The stream answered with a redirect. Watchfloor does not follow it, so that the token stays with the service. Check the events address in the profile.',
      };
    case 'not-a-stream': {
      const type = mediaType(outcome.contentType);
      return {
        reason: 'not-a-stream',
        code: type ?? 'no content type',
        message: `The answer was ${type === null ? 'something else' : `"${type}"`} instead of an event stream, as a proxy or a sign-in page sends it. Check the events address in the profile and the proxy.`,
      };
    }
    case 'no-token':
      return tokenCause(outcome.refusal);
    default:
      return assertNever(outcome);
  }
}

/** Said while a refused token is replaced: nobody need do anything yet. */
export const renewingTokenCause: Cause = {
  reason: 'refused',
  code: 'HTTP 401',
  message: 'The stream refused the token. Watchfloor asks for a new one.',
};

/** Said of a refusal, and of a service that closes us again and again right after the start. */
export function seatTakenCause(code: string): Cause {
  return {
    reason: 'seat-taken',
    code,
    message:
      'Another subscriber seems to hold the one place that this domain has. Close the other client; Watchfloor asks again in a few minutes, or at once when you say so.',
  };
}

function refusedCause(status: number): Cause {
  const code = `HTTP ${status}`;
  switch (status) {
    case 401:
      return {
        reason: 'sign-in-needed',
        code,
        message:
          'The stream refuses the token, and refused a new one as well. Check the client id, its secret and the realm in the profile, then try again.',
      };
    case 403:
      return {
        reason: 'refused',
        code,
        message:
          'The stream says that this client may not subscribe. Ask whoever grants its permissions; Watchfloor asks again every 15 minutes.',
      };
    case 409:
    case 423:
      return seatTakenCause(code);
    case 429:
      return {
        reason: 'refused',
        code,
        message: 'The service asks for fewer requests. Watchfloor waits as long as it asked, at most 15 minutes.',
      };
    default:
      return status >= 500
        ? {
            reason: 'refused',
            code,
            message: `The service cannot answer at present (${code}). Watchfloor tries again by itself.`,
          }
        : {
            reason: 'refused',
            code,
            message: `The stream refuses the request (${code}). Check the events address in the profile.`,
          };
  }
}

function tokenCause(refusal: TokenRefusal): Cause {
  switch (refusal.kind) {
    case 'refused':
      return { reason: 'sign-in-needed', code: refusal.code, message: refusedTokenMessage(refusal) };
    case 'unavailable':
      return {
        reason: 'unreachable',
        code: refusal.code,
        message: `No token can be had: the sign-in address cannot be used at present (${refusal.code}). Check the network and the sign-in address in the profile.`,
      };
    case 'not-oauth':
      return {
        reason: 'unreachable',
        code: refusal.code,
        message:
          'No token can be had: the sign-in address answers, but not as a token issuer; a proxy may have answered instead. Check the sign-in address and the realm in the profile.',
      };
    default:
      return assertNever(refusal);
  }
}

function refusedTokenMessage(refusal: Extract<TokenRefusal, { kind: 'refused' }>): string {
  switch (refusal.about) {
    case 'secret':
      return refusal.detail;
    case 'client':
      return `The token issuer refuses the client id or its secret (${refusal.code}). Check both; if they are right, set "clientAuthentication" in the profile to the other of "basic" and "post".`;
    case 'request':
      return `The token issuer refuses to give a token (${refusal.code}). Check the client id, its secret and the realm in the profile.`;
    default:
      return assertNever(refusal.about);
  }
}

/** The type alone, and only where it looks like one: the header is the other side's text. */
function mediaType(contentType: string | null): string | null {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(contentType ?? '')?.[0] ?? null;
}
