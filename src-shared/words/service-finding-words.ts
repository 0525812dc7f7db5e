import type { AddressName, FindingDetails, FindingKey } from '../api/connection-findings.ts';
import {
  ADDRESSES,
  CONTACT_NETWORK_ADMIN,
  addressText,
  count,
  type FindingWords,
  durationText,
  passedFinding,
  shownCode,
  shownName,
  problemFinding,
} from './finding-parts.ts';
import type { networkFindingWords } from './network-finding-words.ts';

type ServiceFindingKey = Exclude<FindingKey, keyof typeof networkFindingWords>;

export const serviceFindingWords: {
  readonly [Key in ServiceFindingKey]: (details: FindingDetails[Key]) => FindingWords;
} = {
  'token-given': ({ way, seconds }) =>
    passedFinding(`secret sent as ${way}${seconds === null ? '' : ` · good for ${durationText(seconds)}`}`),
  'token-of-person': ({ as }) => passedFinding(as === null ? 'signed in' : `signed in as ${shownName(as)}`),
  'secret-first': () =>
    problemFinding(
      'no client secret',
      'There is no client secret to ask with.',
      'Enter the client secret, then test again.',
    ),
  'sign-in-first': () =>
    problemFinding(
      'nobody has signed in',
      'Nobody has signed in with this profile.',
      'Sign in first, then test again.',
    ),
  'sign-in-ended': () => problemFinding('signed out', 'The token issuer has ended this sign-in.', 'Sign in again.'),
  'secret-bound': ({ changed }) =>
    problemFinding(
      `given for another ${changed.join(' and ')}`,
      `What is kept was given for another ${changed.join(' and ')}, so it was not sent.`,
      'Enter the client secret or sign in again, for this profile as it is now. A secret of a file or of the environment: say so with `watchfloor secret bind`.',
    ),
  'secret-unreadable': ({ code }) =>
    problemFinding(
      shownCode(code),
      'What is kept for the sign-in cannot be read at present.',
      unreadableRemedy(code),
      code,
    ),
  'secret-file': ({ path, code }) =>
    problemFinding(
      shownCode(code),
      `The file of the client secret, ${shownName(path)}, gives none.`,
      'Check "clientSecretFile" in the profile, who may read that file, and what is in it.',
      code,
    ),
  'client-refused': ({ code, status, way, other }) =>
    problemFinding(
      `secret sent as ${way} · ${shownCode(code)}`,
      'The token issuer did not accept this client.',
      `The client id or its secret is wrong, or the secret is sent the wrong way. Check both; if they are right, send the secret as "${other}" instead.`,
      statusCode(status, code),
    ),
  'grant-refused': ({ code, status }) =>
    problemFinding(
      shownCode(code),
      'The token issuer gives no token for this request.',
      code === 'unsupported_grant_type'
        ? 'The issuer does not offer this way of signing in to this client: choose the other one, or ask whoever runs the issuer.'
        : 'Check the realm and the client id, and ask whoever runs the issuer what this client may do.',
      statusCode(status, code),
    ),
  'issuer-unreachable': ({ host, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `The token issuer (${host}) gives no answer that can be used at present.`,
      'Try again in a minute; if it goes on, ask whoever runs the issuer.',
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
    passedFinding(`${domain === null ? 'domain not told' : shownName(domain)} · ${count(resources, 'resource')}`),
  'token-refused': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} refuses the token, and refused a new one as well.`,
      'Check whether base, events and sign-in address belong together, and the realm.',
      `HTTP ${status}`,
    ),
  'permissions-forbidden': ({ status }) =>
    problemFinding(
      `HTTP ${status}`,
      'The service does not tell this client what it may do.',
      'Ask whoever grants its permissions.',
      `HTTP ${status}`,
    ),
  'search-answered': ({ totalHits }) =>
    passedFinding(totalHits === null ? 'answered' : `${totalHits.toLocaleString('en')} subscriptions`),
  'search-forbidden': ({ status }) =>
    problemFinding(
      `not allowed · HTTP ${status}`,
      'This client may not search subscriptions.',
      'Watching works without. Ask whoever grants its permissions if you want to search.',
      `HTTP ${status}`,
    ),
  'service-unreachable': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `The service at the ${addressText({ host, address })} gives no complete answer.`,
      `Try again in a minute. ${CONTACT_NETWORK_ADMIN} whether a firewall or a proxy holds requests to it back.`,
      code,
    ),
  'service-down': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `The service at the ${addressText({ host, address })} cannot answer at present.`,
      'Try again in a minute; if it goes on, ask the provider.',
      `HTTP ${status}`,
    ),
  'service-not-there': ({ host, address, status }) =>
    problemFinding(
      `${host} · HTTP ${status}`,
      `There is no such interface at the ${addressText({ host, address })}.`,
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
      `Check what was asked for and the ${ADDRESSES[address]}; if both are right, ask the provider.`,
      `HTTP ${status}`,
    ),
  'service-not-understood': ({ host, address, contentType }) =>
    problemFinding(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      `The answer of the ${addressText({ host, address })} is not that of this service.`,
      `Check the ${ADDRESSES[address]}; a proxy or a sign-in page may have answered in its place.`,
    ),
  'answer-too-large': ({ host, what }) =>
    what === 'search'
      ? problemFinding(
          `${host} · too large`,
          'The page that the service answered is larger than Watchfloor reads at once (8 MiB, 50,000 rows).',
          'Ask for fewer rows of a page with "limit", or for fewer fields.',
        )
      : problemFinding(
          `${host} · too large`,
          `The answer of ${host} is larger than any permissions are (4 MB).`,
          'Check the base address; another server may answer in its place.',
        ),

  'stream-open': () => passedFinding('open'),
  'watched-here': () => passedFinding('being watched, and left in peace'),
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
      'Its stream was left in peace. Stop the other one to test the stream.',
    ),
  'domain-watched': () =>
    problemFinding(
      'not tried: another profile watches it',
      'Another profile that is open here watches this domain.',
      'Its stream was left in peace. Stop watching it to test the stream of this one.',
    ),
  'seat-taken': ({ status }) =>
    problemFinding(
      `taken · HTTP ${status}`,
      'Another subscriber seems to hold the one place that this domain has.',
      'Close the other client; who it is, the service does not say.',
      `HTTP ${status}`,
    ),
  'stream-forbidden': ({ status }) =>
    problemFinding(
      `not allowed · HTTP ${status}`,
      'This client may not subscribe to the stream.',
      'Ask whoever grants its permissions. Some services answer so, too, when another subscriber holds the one place of the domain.',
      `HTTP ${status}`,
    ),
  'not-a-stream': ({ host, contentType }) =>
    problemFinding(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      `The answer of the ${addressText({ host, address: 'events' })} is no event stream.`,
      'Check the events address; a proxy or a sign-in page may have answered in its place.',
    ),
  'stream-no-answer': ({ seconds, by }) =>
    problemFinding(
      `no answer in ${durationText(seconds)}`,
      `The stream does not answer${by === null ? '' : `, though it is asked through ${shownName(by)}`}.`,
      holdingBack(by),
    ),

  'first-event': ({ kind }) => passedFinding(shownName(kind)),
  'held-back': ({ seconds, by }) =>
    problemFinding(
      `open, and nothing came in ${durationText(seconds)}`,
      'The stream opened, and nothing came: a proxy between may be holding it back.',
      holdingBack(by),
    ),
  'ended-at-once': ({ code }) =>
    problemFinding(
      `ended at once · ${shownCode(code)}`,
      'The stream ended before anything came.',
      'Another subscriber may hold the one place of the domain: close the other client. A proxy may cut long answers as well.',
      code,
    ),
  heartbeat: ({ seconds }) => passedFinding(`after ${durationText(seconds)}`),
  'heartbeat-rare': ({ seconds }) =>
    problemFinding(
      `not awaited: one every ${durationText(seconds)}`,
      'Heartbeats are too rare to wait for one.',
      'The service sends one every 30 s: check the heartbeat interval in the profile.',
    ),
  'no-heartbeat': ({ seconds, by }) =>
    problemFinding(
      `none in ${durationText(seconds)}`,
      'Events came, but no heartbeat.',
      `Check the heartbeat interval in the profile; the service sends one every 30 s. ${holdingBack(by)}`,
    ),
  'ended-early': ({ code }) =>
    problemFinding(
      `ended before a heartbeat · ${shownCode(code)}`,
      'The stream ended before its first heartbeat.',
      'Another subscriber may have taken the one place of the domain, or a proxy cuts long answers. Test again.',
      code,
    ),

  'clock-right': ({ seconds }) => passedFinding(seconds === 0 ? 'the same as the service' : clockWords(seconds)),
  'clock-off': ({ seconds }) =>
    problemFinding(
      clockWords(seconds),
      "This computer's clock differs from the service's.",
      "Set this computer's clock by a time server. If it is right, tell the provider; times of events are theirs.",
    ),
  'clock-unknown': () => passedFinding('the service told no time'),

  'not-tried': () => passedFinding('not tried'),
  fault: () =>
    problemFinding(
      'unexpected',
      'Something went wrong inside Watchfloor.',
      'Its log says what. Try again; if it happens again, report it.',
    ),
};

/** Paths that `service-spec.md` "Endpoints" puts after each address. */
const PATHS: Readonly<Record<AddressName, string>> = {
  base: '/identity-access-management and /iot-connect',
  events: '/connect/subscribe',
  'sign-in': '/auth/realms',
};

function notOauthHead(host: string, status: number | null, contentType: string | null, code: string): string {
  if (status === 404) return `The token issuer (${host}) knows no such realm.`;
  if (code === 'OAUTH_UNSUPPORTED_OPERATION')
    return `The token issuer (${host}) gives a token whose "token_type" is not Bearer, and the service takes bearer tokens alone.`;
  if (contentType?.includes('html') === true)
    return `The sign-in address (${host}) answers with a page for a browser, not as a token issuer.`;
  return status !== null && status < 300
    ? `The answer of the token issuer (${host}) has no token that can be used.`
    : `The sign-in address (${host}) answers, but not as a token issuer.`;
}

function notOauthRemedy(status: number | null, code: string): string {
  if (status === 404) return 'Check the realm; it stands after /realms/ in the address that you were given.';
  if (code === 'OAUTH_UNSUPPORTED_OPERATION') return 'Have the issuer give this client bearer tokens.';
  return 'Check the sign-in address and the realm; a proxy may have answered in its place.';
}

function holdingBack(by: string | null): string {
  const who = by === null ? CONTACT_NETWORK_ADMIN : `Ask whoever runs ${shownName(by)}`;
  return `${who} to pass text/event-stream on as it comes, without buffering or scanning it.`;
}

function statusCode(status: number | null, code: string): string {
  return status === null || code.startsWith('HTTP ') ? code : `HTTP ${status} ${code}`;
}

function clockWords(seconds: number): string {
  return `the service is ${durationText(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

/** Remedy for each failure. Unlocking a keychain does not bring back a lost key. */
function unreadableRemedy(code: string): string {
  switch (code) {
    case 'VAULT_KEY_GONE':
      return 'Its key is gone: sign in again, or enter the client secret again. In a terminal, check which --vault-key-file is named.';
    case 'VAULT_DAMAGED':
      return "Restore vault.db in the profile's folder, or move it away and sign in or enter the client secret again.";
    case 'STORE_TOO_NEW':
      return 'A newer Watchfloor wrote vault.db. Use that version, or another data folder.';
    case 'SECRET_BINDINGS_DAMAGED':
      return 'Restore secret-bindings.json in the data folder, or delete it: each secret is then bound to the profile that uses it next.';
    default:
      return "Unlock this computer's keychain, then test again. Where there is none, keep the secret until Watchfloor is closed, or start it with --vault-key-file.";
  }
}
