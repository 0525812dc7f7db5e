import type { AddressName } from '../api/connection-findings.ts';
import { capitalized } from '../lib/capitalized.ts';
import { isTokenField } from '../service/token-fields.ts';
import {
  ADDRESSES,
  ASK_ISSUER,
  CONTACT_NETWORK_ADMIN,
  ASK_PERMISSIONS,
  addressText,
  count,
  eitherClientWords,
  type FindingTable,
  durationText,
  lateEventWords,
  passedFinding,
  shownCode,
  shownName,
  problemFinding,
  STREAM_IN_USE,
} from './finding-parts.ts';

export const serviceFindingWords = {
  'token-given': ({ way, seconds, bytes }) =>
    passedFinding(
      `secret sent as ${way}${seconds === null ? '' : ` · good for ${durationText(seconds)}`} · ${count(bytes, 'byte')}`,
    ),
  'token-of-person': ({ as, bytes }) =>
    passedFinding(`${as === null ? 'signed in' : `signed in as ${shownName(as)}`} · ${count(bytes, 'byte')}`),
  'secret-first': () =>
    problemFinding('no client secret', 'There is no client secret.', 'Enter the client secret, then test again.'),
  'sign-in-first': () =>
    problemFinding('not signed in', 'This profile is not signed in.', 'Sign in first, then test again.'),
  'sign-in-ended': () => problemFinding('signed out', 'The token issuer has ended this sign-in.', 'Sign in again.'),
  'secret-bound': ({ changed }) =>
    problemFinding(
      `given for another ${changed.join(' and ')}`,
      `The stored credentials are for another ${changed.join(' and ')}, so they were not sent.`,
      'Enter the client secret or sign in again, for this profile as it is now. For a secret from a file or the environment, run “watchfloor secret bind”.',
    ),
  'secret-unreadable': ({ code }) =>
    problemFinding(shownCode(code), 'The stored credentials cannot be read at present.', unreadableRemedy(code), code),
  'secret-file': ({ path, code }) =>
    problemFinding(
      shownCode(code),
      `The client secret file, ${shownName(path)}, has no secret.`,
      'Check “clientSecretFile” in the profile, who may read that file, and its content.',
      code,
    ),
  'client-refused': ({ code, status, way, other }) =>
    problemFinding(
      `secret sent as ${way} · ${shownCode(code)}`,
      'The token issuer did not accept this client.',
      `The client id or its secret is wrong, or the secret is sent the wrong way. Check both; if they are right, send the secret as “${other}” instead.`,
      statusCode(status, code),
    ),
  'grant-refused': ({ code, status }) =>
    problemFinding(
      shownCode(code),
      'The token issuer gives no token for this request.',
      code === 'unsupported_grant_type'
        ? `The issuer does not offer this way of signing in to this client: choose the other one, or ${ASK_ISSUER}.`
        : `Check the realm and the client id, and ${ASK_ISSUER} what this client may do.`,
      statusCode(status, code),
    ),
  'issuer-unreachable': ({ host, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `The token issuer (${host}) gives no usable answer at present.`,
      `Try again in a minute; if this continues, ${ASK_ISSUER}.`,
      code,
    ),
  'issuer-redirects': ({ host, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The token issuer (${host}) answers with a redirect, which Watchfloor does not follow so that the client secret stays with the issuer.`,
      'Check the sign-in address and the realm; a sign-in page of a proxy may have answered in its place.',
      `HTTP ${status}`,
    ),
  'issuer-not-oauth': ({ host, status, contentType, code }) =>
    problemFinding(
      `${host} · ${status === null ? shownCode(code) : `HTTP ${status}`}`,
      notOauthHead(host, status, contentType, code),
      notOauthRemedy(status, code),
      statusCode(status, code),
    ),

  'permissions-read': ({ domain, resources }) =>
    passedFinding(`${domain === null ? 'no domain given' : shownName(domain)} · ${count(resources, 'resource')}`),
  'token-refused': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} refuses the token, and refused a new one as well.`,
      'Check the realm, and that the base, events and sign-in addresses belong together.',
      `HTTP ${status}`,
    ),
  'permissions-forbidden': ({ status }) =>
    problemFinding(
      `HTTP ${status}`,
      'The service does not show this client its permissions.',
      `${ASK_PERMISSIONS}.`,
      `HTTP ${status}`,
    ),
  'search-answered': ({ totalHits }) =>
    passedFinding(totalHits === null ? 'answered' : `${totalHits.toLocaleString('en')} subscriptions`),
  'search-forbidden': ({ status }) =>
    problemFinding(
      `not allowed · HTTP ${status}`,
      'This client may not search subscriptions.',
      `Watching works without search. ${ASK_PERMISSIONS} if you want to search.`,
      `HTTP ${status}`,
    ),
  'service-unreachable': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `The service at the ${addressText({ host, address })} gives no complete answer.`,
      `Try again in a minute. ${CONTACT_NETWORK_ADMIN} whether a firewall or a proxy holds back requests to it.`,
      code,
    ),
  'service-down': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} cannot answer at present.`,
      'Try again in a minute; if this continues, ask the provider.',
      `HTTP ${status}`,
    ),
  'service-not-there': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `This service was not found at the ${addressText({ host, address })}.`,
      `Check the ${ADDRESSES[address]}: it is the part before ${PATHS[address]}.`,
      `HTTP ${status}`,
    ),
  'service-redirects': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The ${addressText({ host, address })} answers with a redirect, which Watchfloor does not follow so that the token stays with the service.`,
      `Check the ${ADDRESSES[address]}; a sign-in page of a proxy may have answered in its place.`,
      `HTTP ${status}`,
    ),
  'service-refused': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} refuses the request.`,
      `Check the request and the ${ADDRESSES[address]}; if both are right, ask the provider.`,
      `HTTP ${status}`,
    ),
  'service-not-understood': ({ host, address, contentType }) =>
    problemFinding(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      `The answer of the ${addressText({ host, address })} is not from this service.`,
      `Check the ${ADDRESSES[address]}; a proxy or a sign-in page may have answered in its place.`,
    ),
  'token-too-large': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} refuses the headers of the request, because the token is too large.`,
      `${capitalized(ASK_ISSUER)} to put less into this client's token, or the provider to accept larger headers.`,
      `HTTP ${status}`,
    ),
  'changed-on-the-way': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `The answer of the ${addressText({ host, address })} was changed on the way: its content is not encoded as its header says.`,
      `${CONTACT_NETWORK_ADMIN} which proxy, gateway or load balancer changes answers, and have it pass them through unchanged.`,
      code,
    ),
  'answer-too-large': ({ host, what }) =>
    what === 'search'
      ? problemFinding(
          `${host} · too large`,
          'The page from the service is larger than Watchfloor reads at once (8 MiB, 50,000 rows).',
          'Ask for fewer rows per page with “limit”, or for fewer fields.',
        )
      : problemFinding(
          `${host} · too large`,
          `The answer of ${host} is too large to be permissions (over 4 MB).`,
          'Check the base address; another server may answer in its place.',
        ),

  'stream-open': () => passedFinding('open'),
  'watched-here': () => passedFinding('being watched; not tested'),
  'another-watched': ({ events }) =>
    problemFinding(
      'not tried: another address is being watched',
      'This profile is being watched at another events address.',
      `Save the profile to watch this address, or stop watching ${events}, then test again.`,
    ),
  'watched-elsewhere': () =>
    problemFinding(
      'not tried: another process watches it',
      'Another Watchfloor on this computer watches this profile.',
      'Its stream was not tested. Stop the other Watchfloor to test it.',
    ),
  'domain-watched': () =>
    problemFinding(
      'not tried: another profile watches it',
      'Another profile that is open here watches this domain.',
      'The stream was not tested. Stop watching the other profile to test it.',
    ),
  'seat-taken': ({ status }) =>
    problemFinding(
      `in use · HTTP ${status}`,
      STREAM_IN_USE,
      'Close the other client; the service does not say which one it is.',
      `HTTP ${status}`,
    ),
  'seat-unclear': ({ status, request }) =>
    problemFinding(
      `in use · HTTP ${status}`,
      `Either ${eitherClientWords(request)}.`,
      'Wait for that time and test again. If it is the same then, close the other client; the service does not say which one it is.',
      `HTTP ${status}`,
    ),
  'stream-forbidden': ({ status }) =>
    problemFinding(
      `not allowed · HTTP ${status}`,
      'This client may not subscribe to the stream.',
      `${ASK_PERMISSIONS}. Some services also answer this when another client uses the domain's only stream.`,
      `HTTP ${status}`,
    ),
  'not-a-stream': ({ host, contentType }) =>
    problemFinding(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      `The answer of the ${addressText({ host, address: 'events' })} is not an event stream.`,
      'Check the events address; a proxy or a sign-in page may have answered in its place.',
    ),
  'stream-no-answer': ({ seconds, by }) =>
    problemFinding(
      `no answer in ${durationText(seconds)}`,
      `The stream does not answer${by === null ? '' : ` through ${shownName(by)}`}.`,
      holdingBack(by, null),
    ),

  'first-event': ({ kind }) => passedFinding(shownName(kind)),
  'held-back': ({ seconds, by, server }) =>
    problemFinding(
      `open, but nothing came in ${durationText(seconds)}`,
      'The stream opened, but nothing came: a proxy may be holding it back.',
      holdingBack(by, server),
    ),
  'arrives-late': ({ seconds, by, server }) =>
    problemFinding(
      lateEventWords(seconds * 1_000),
      `The stream works, but something on the way holds its events back for up to ${durationText(seconds)}.`,
      holdingBack(by, server),
    ),
  'ended-at-once': ({ code, seconds }) =>
    problemFinding(
      `ended after ${durationText(seconds)} · ${shownCode(code)}`,
      'The stream ended before anything came.',
      endRemedy(seconds),
      code,
    ),
  heartbeat: ({ seconds }) => passedFinding(`after ${durationText(seconds)}`),
  'heartbeat-rare': ({ seconds }) =>
    problemFinding(
      `not tested: one every ${durationText(seconds)}`,
      'Heartbeats are too far apart to wait for one.',
      'The service sends one every 30 s: check the heartbeat interval in the profile.',
    ),
  'no-heartbeat': ({ seconds, by, server }) =>
    problemFinding(
      `none in ${durationText(seconds)}`,
      'Events came, but no heartbeat.',
      `Check the heartbeat interval in the profile; the service sends one every 30 s. ${holdingBack(by, server)}`,
    ),
  'ended-early': ({ code, seconds }) =>
    problemFinding(
      `ended before a heartbeat${seconds === null ? '' : `, after ${durationText(seconds)}`} · ${shownCode(code)}`,
      'The stream ended before its first heartbeat.',
      endRemedy(seconds ?? 0),
      code,
    ),

  'clock-right': ({ seconds }) => passedFinding(seconds === 0 ? 'the same as the service' : clockWords(seconds)),
  'clock-off': ({ seconds }) =>
    problemFinding(
      clockWords(seconds),
      "This computer's clock differs from the service's.",
      "Set this computer's clock from a time server. If it is right, tell the provider: event times are from its clock.",
    ),
  'clock-unknown': () => passedFinding('the service gave no time'),

  'not-tried': () => passedFinding('not tried'),
  fault: () =>
    problemFinding(
      'unexpected',
      'Something went wrong inside Watchfloor.',
      'See its log. Try again; if it happens again, report it.',
    ),
} satisfies Partial<FindingTable>;

/** Paths that `docs/service.md` §1.2 puts after each address. */
const PATHS: Readonly<Record<AddressName, string>> = {
  base: '/identity-access-management and /iot-connect',
  events: '/connect/subscribe',
  'sign-in': '/auth/realms',
};

function notOauthHead(host: string, status: number | null, contentType: string | null, code: string): string {
  if (status === 404) return `The token issuer (${host}) does not know this realm.`;
  if (code === 'OAUTH_UNSUPPORTED_OPERATION')
    return `The token issuer (${host}) gives a token whose “token_type” is not Bearer, and the service accepts only bearer tokens.`;
  if (isTokenField(code))
    return `The field “${code}” in the answer of the token issuer (${host}) is missing or is not text.`;
  if (contentType?.includes('html') === true)
    return `The sign-in address (${host}) answers with a web page, not as a token issuer.`;
  return status !== null && status < 300
    ? `The answer of the token issuer (${host}) has no usable token.`
    : `The sign-in address (${host}) answers, but not as a token issuer.`;
}

function notOauthRemedy(status: number | null, code: string): string {
  if (status === 404) return 'Check the realm; it is the part after /realms/ in the address from your provider.';
  if (code === 'OAUTH_UNSUPPORTED_OPERATION') return 'Have the issuer give this client bearer tokens.';
  if (isTokenField(code)) return `Check the realm and the client id, and ${ASK_ISSUER} to send this field as text.`;
  return 'Check the sign-in address and the realm; a proxy may have answered in its place.';
}

function holdingBack(by: string | null, server: string | null): string {
  const who = by === null ? CONTACT_NETWORK_ADMIN : `Ask the team that runs ${shownName(by)}`;
  const named = by !== null || server === null ? '' : ` The answer comes from “${shownName(server)}”.`;
  return `${who} to pass text/event-stream through without buffering or scanning.${named}`;
}

/** A client that lost the domain's only stream comes back within seconds, and takes it from the test. */
const TAKEN_WITHIN_SECONDS = 10;

function endRemedy(seconds: number): string {
  return seconds < TAKEN_WITHIN_SECONDS
    ? "Another client may be using the domain's only stream: close it. Or a proxy cuts long answers. Test again."
    : `Something on the way may end a stream that is quiet for ${durationText(seconds)}, or each answer of that length. ${CONTACT_NETWORK_ADMIN} to allow a silence of 75 s and answers of 30 min. If that is not it, another client may have taken the domain's only stream.`;
}

function statusCode(status: number | null, code: string): string {
  return status === null || code.startsWith('HTTP ') ? code : `HTTP ${status} ${code}`;
}

function clockWords(seconds: number): string {
  return `the service is ${durationText(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

/** Unlocking a keychain does not bring back a lost key, so these failures have their own remedies. */
const UNREADABLE_REMEDIES: ReadonlyMap<string, string> = new Map([
  [
    'VAULT_KEY_GONE',
    'Its key is gone: sign in again, or enter the client secret again. In a terminal, check --vault-key-file.',
  ],
  [
    'VAULT_DAMAGED',
    "Restore vault.db in the profile's folder, or move it away and sign in or enter the client secret again.",
  ],
  ['STORE_TOO_NEW', 'A newer Watchfloor wrote vault.db. Use that version, or another data folder.'],
  [
    'SECRET_BINDINGS_DAMAGED',
    'Restore secret-bindings.json in the data folder, or delete it: each secret is then bound to the profile that uses it next.',
  ],
]);

function unreadableRemedy(code: string): string {
  return (
    UNREADABLE_REMEDIES.get(code) ??
    "Unlock this computer's keychain, then test again. If there is none, store the secret until Watchfloor is closed, or start it with --vault-key-file."
  );
}
