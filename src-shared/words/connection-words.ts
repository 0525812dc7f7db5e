/**
 * What the connection test says, all in one place so that it can be read as prose: what was seen, what it means and what
 * a person can do. The page and the command line say the same. Names that the other side gives itself are cut short, and
 * nothing unseen is left in them.
 */
import type { AddressName, Finding, FindingFacts, FindingKey } from '../api/connection-findings.ts';
import type { ConnectionCheck } from '../api/connection-test.ts';
import { UNSEEN_CHARACTERS } from '../lib/plain-json.ts';

export interface FindingWords {
  /** What was seen, for the line under the check. */
  readonly detail: string;
  /** What it means, as the head of what stands in the way; `null` where nothing does. */
  readonly head: string | null;
  /** What a person can do; `null` where there is nothing to do. */
  readonly remedy: string | null;
  /** For whoever is asked for help, such as `HTTP 401 invalid_client`. */
  readonly code: string | null;
}

export const checkTitles: Readonly<Record<ConnectionCheck, string>> = {
  proxy: 'Proxy',
  name: 'Name',
  tcp: 'Reached',
  tls: 'TLS',
  token: 'Token',
  permissions: 'Permissions',
  search: 'Search',
  stream: 'Stream',
  'first-event': 'First event',
  heartbeat: 'Heartbeat',
  clock: 'Clock',
};

export function findingWords(finding: Finding): FindingWords {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has for each key what takes its facts
  const say = WORDS[finding.key] as (facts: FindingFacts[FindingKey]) => FindingWords;
  return say(finding.facts);
}

const TRUST =
  'Where a proxy inspects TLS, add its certificate authority to this computer\'s trust store, or name its PEM file as "caFile" in the profile file.';
const ASK_NETWORK = 'Ask whoever runs your network';

const WORDS: { readonly [Key in FindingKey]: (facts: FindingFacts[Key]) => FindingWords } = {
  'no-proxy': () => seen('none in use'),
  'through-proxy': ({ proxy }) => seen(`through ${proxy}`),
  'proxy-address': () =>
    trouble(
      'not the address of a proxy',
      'What is set as the proxy is not the address of one.',
      'Write it as http://host:port: in the profile, or in HTTPS_PROXY and HTTP_PROXY.',
    ),
  'proxy-unreachable': ({ proxy, code }) =>
    trouble(
      `${proxy} · ${shownCode(code)}`,
      'The proxy cannot be reached.',
      `Check the address of the proxy, or set the profile's proxy to "none" if this network needs none.`,
      code,
    ),
  'proxy-sign-in': ({ proxy, code }) =>
    trouble(
      `${proxy} asks for a sign-in`,
      'The proxy asks for a user name and a password.',
      'Put them into HTTPS_PROXY as http://user:password@host:port before Watchfloor starts; a profile keeps no password.',
      code,
    ),
  'proxy-refused': ({ proxy, host, code }) =>
    trouble(
      `${proxy} refuses ${host}`,
      `The proxy does not let requests to ${host} through.`,
      `Ask whoever runs the proxy to allow ${host}; NO_PROXY names addresses to be reached without it.`,
      code,
    ),

  'name-found': ({ hosts, addresses }) =>
    seen(hosts.map((host, index) => `${host} → ${addresses[index] ?? ''}`).join(', ')),
  'name-not-needed': ({ proxy }) => seen(proxy === null ? 'no name to look up' : `${proxy} looks the names up`),
  'name-unknown': ({ host, address, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      `There is no ${host}.`,
      `Check the spelling of the ${ADDRESSES[address]}. If it is right, the name may be known in your company's network alone: connect to that, or to its VPN.`,
      code,
    ),
  'name-server': ({ host, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      'Names cannot be looked up at present.',
      'Check whether this computer is connected to a network; if it is, its name server does not answer.',
      code,
    ),

  reached: ({ hosts, proxy }) => seen(`${hosts.join(', ')}${proxy === null ? '' : ` through ${proxy}`}`),
  'not-reached': ({ host, address, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      code === 'ECONNREFUSED' ? `Nobody listens at ${host}.` : `${host} cannot be reached.`,
      code === 'ECONNREFUSED'
        ? `Check the port of the ${ADDRESSES[address]}, and whether the service is up.`
        : `Check the network. ${ASK_NETWORK} whether a firewall lets ${host} through, or whether a proxy must be used.`,
      code,
    ),
  'proxy-not-reached': ({ host, proxy, code }) =>
    trouble(
      `${proxy} does not get to ${host}`,
      `The proxy cannot reach ${host}.`,
      `Check the spelling of ${host}. If it is right, ask whoever runs the proxy.`,
      code,
    ),

  'tls-none': () => seen('not used on this computer'),
  'tls-good': ({ issuers, protocol }) => seen(`${protocol}, issued by ${issuers.map(shownName).join(', ')}`),
  'tls-inspected': ({ host, issuer }) =>
    trouble(
      `issued by ${shownName(issuer)}: your company reads this traffic, or runs this service itself`,
      'An authority that was added to this computer, or to the profile, vouches for this address.',
      `Nothing, if your company runs ${host} or inspects TLS. If neither is so, do not sign in: somebody reads along.`,
    ),
  'tls-ends-soon': ({ host, issuer, days }) =>
    trouble(
      `issued by ${shownName(issuer)}, ${days <= 0 ? 'ends today' : `ends in ${count(days, 'day')}`}`,
      `The certificate of ${host} ends soon.`,
      'Tell whoever runs the service: once it has ended, nothing connects.',
    ),
  'certificate-refused': ({ host, issuer, fingerprint, code }) =>
    trouble(
      issuer === null ? shownCode(code) : `issued by ${shownName(issuer)} · ${shownCode(code)}`,
      `The certificate of ${host} was not accepted, so nothing was sent.`,
      `${CERTIFICATES[code] ?? `Check the address. ${TRUST}`}${
        fingerprint === null ? '' : ` Compare its fingerprint first: SHA-256 ${fingerprint}`
      }`,
      code,
    ),
  'tls-broke-off': ({ host, address, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      `TLS with ${host} broke off.`,
      `Check the port of the ${ADDRESSES[address]}. ${ASK_NETWORK} whether a firewall or a proxy cuts TLS to ${host}.`,
      code,
    ),
  'plain-http': ({ host, address, code }) =>
    trouble(
      `${host} answers in plain HTTP`,
      `${host} answers in plain HTTP where TLS was expected, so nothing was sent.`,
      `Check the port of the ${ADDRESSES[address]}, and whether a proxy answers in its place.`,
      code,
    ),

  'token-given': ({ way, seconds }) =>
    seen(`secret sent as ${way}${seconds === null ? '' : ` · good for ${lengthWords(seconds)}`}`),
  'token-of-person': ({ as }) => seen(as === null ? 'signed in' : `signed in as ${shownName(as)}`),
  'secret-first': () =>
    trouble('no client secret', 'There is no client secret to ask with.', 'Enter the client secret, then test again.'),
  'sign-in-first': () =>
    trouble('nobody has signed in', 'Nobody has signed in with this profile.', 'Sign in first, then test again.'),
  'sign-in-ended': () =>
    trouble('signed out', 'The token issuer has ended this sign-in.', 'Sign in again, then test again.'),
  'secret-bound': ({ changed }) =>
    trouble(
      `given for another ${changed.join(' and ')}`,
      `What is kept was given for another ${changed.join(' and ')}, so it was not sent.`,
      'Enter the client secret or sign in again, for this profile as it is now.',
    ),
  'secret-unreadable': ({ code }) =>
    trouble(
      shownCode(code),
      'What is kept for the sign-in cannot be read at present.',
      "Unlock this computer's keychain, then test again. Where there is none, keep the secret until Watchfloor is closed.",
      code,
    ),
  'client-refused': ({ code, status, way, other }) =>
    trouble(
      `secret sent as ${way} · ${shownCode(code)}`,
      'The issuer did not accept this client.',
      `The client id or its secret is wrong, or the secret is sent the wrong way. Check both; if they are right, send the secret as "${other}" instead ("clientAuthentication" in the profile file).`,
      statusCode(status, code),
    ),
  'grant-refused': ({ code, status }) =>
    trouble(
      shownCode(code),
      'The issuer gives no token for this request.',
      code === 'unsupported_grant_type'
        ? 'The issuer does not offer this way of signing in to this client: choose the other one, or ask whoever runs the issuer.'
        : 'Check the realm and the client id, and ask whoever runs the issuer what this client may do.',
      statusCode(status, code),
    ),
  'issuer-unreachable': ({ host, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      'The issuer gives no answer to use at present.',
      'Try again in a minute; if it goes on, ask whoever runs the issuer.',
      code,
    ),
  'issuer-not-oauth': ({ host, status, code }) =>
    trouble(
      `${host} · ${status === null ? shownCode(code) : `HTTP ${status}`}`,
      status === 404 ? 'The issuer knows no such realm.' : `${host} answers, but not as a token issuer.`,
      status === 404
        ? 'Check the realm; it stands after /realms/ in the address that you were given.'
        : 'Check the sign-in address and the realm; a proxy may have answered in its place.',
      statusCode(status, code),
    ),

  'permissions-read': ({ domain, resources }) =>
    seen(`${domain === null ? 'domain not told' : shownName(domain)} · ${count(resources, 'resource')}`),
  'token-refused': ({ status }) =>
    trouble(
      `HTTP ${status}`,
      'The service refuses the token, and refused a new one as well.',
      'Check whether base, events and sign-in address belong together, and the realm.',
      `HTTP ${status}`,
    ),
  'permissions-forbidden': ({ status }) =>
    trouble(
      `HTTP ${status}`,
      'The service does not tell this client what it may do.',
      'Ask whoever grants its permissions.',
      `HTTP ${status}`,
    ),
  'search-answered': ({ totalHits }) =>
    seen(totalHits === null ? 'answered' : `${totalHits.toLocaleString('en')} subscriptions`),
  'search-forbidden': ({ status }) =>
    trouble(
      `not allowed · HTTP ${status}`,
      'This client may not search subscriptions.',
      'Watching works without. Ask whoever grants its permissions if you want to search.',
      `HTTP ${status}`,
    ),
  'service-unreachable': ({ host, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      `${host} gives no answer.`,
      `Try again in a minute. ${ASK_NETWORK} whether a firewall or a proxy holds requests to it back.`,
      code,
    ),
  'service-down': ({ host, status }) =>
    trouble(
      `${host} · HTTP ${status}`,
      'The service cannot answer at present.',
      'Try again in a minute; if it goes on, ask the provider.',
      `HTTP ${status}`,
    ),
  'service-not-there': ({ host, status }) =>
    trouble(
      `${host} · HTTP ${status}`,
      `There is no such interface at ${host}.`,
      'Check the base address: it is what stands before /identity-access-management and /iot-connect.',
      `HTTP ${status}`,
    ),
  'service-redirects': ({ host, status }) =>
    trouble(
      `${host} · HTTP ${status}`,
      'The answer is a redirect, which is not followed, so that the token stays with the service.',
      'Check the base address and the events address; a sign-in page of a proxy may have answered in their place.',
      `HTTP ${status}`,
    ),
  'service-refused': ({ host, status }) =>
    trouble(
      `${host} · HTTP ${status}`,
      'The service refuses the request.',
      'Check the address; if it is right, ask the provider.',
      `HTTP ${status}`,
    ),
  'service-not-understood': ({ host, contentType }) =>
    trouble(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      'The answer is not that of this service.',
      'Check the base address; a proxy or a sign-in page may have answered in its place.',
    ),

  'stream-open': () => seen('open'),
  'watched-here': () => seen('being watched, and left in peace'),
  'another-watched': ({ events }) =>
    trouble(
      'not tried: another address is being watched',
      'This profile is being watched at another events address.',
      `Save the profile to watch this address, or stop watching ${events}, then test again.`,
    ),
  'watched-elsewhere': () =>
    trouble(
      'not tried: another process watches it',
      'Another Watchfloor on this computer watches this profile.',
      'Its stream was left in peace. Stop the other one to test the stream.',
    ),
  'seat-taken': ({ status }) =>
    trouble(
      `taken · HTTP ${status}`,
      'Another subscriber seems to hold the one place that this domain has.',
      'Close the other client; who it is, the service does not say.',
      `HTTP ${status}`,
    ),
  'stream-forbidden': ({ status }) =>
    trouble(
      `not allowed · HTTP ${status}`,
      'This client may not subscribe to the stream.',
      'Ask whoever grants its permissions. Some services answer so, too, when another subscriber holds the one place of the domain.',
      `HTTP ${status}`,
    ),
  'stream-unreachable': ({ host, code }) =>
    trouble(
      `${host} · ${shownCode(code)}`,
      'The connection to the stream broke off.',
      `Try again. ${ASK_NETWORK} whether a firewall or a proxy cuts connections to ${host}.`,
      code,
    ),
  'not-a-stream': ({ host, contentType }) =>
    trouble(
      `${host} · ${contentType === null ? 'no content type' : shownName(contentType)}`,
      'The answer is no event stream.',
      'Check the events address; a proxy or a sign-in page may have answered in its place.',
    ),
  'stream-no-answer': ({ seconds, by }) =>
    trouble(
      `no answer in ${lengthWords(seconds)}`,
      `The stream does not answer${by === null ? '' : `, though it is asked through ${shownName(by)}`}.`,
      holdingBack(by),
    ),

  'first-event': ({ kind }) => seen(shownName(kind)),
  'held-back': ({ seconds, by }) =>
    trouble(
      `open, and nothing came in ${lengthWords(seconds)}`,
      'The stream opened, and nothing came: a proxy between may be holding it back.',
      holdingBack(by),
    ),
  'ended-at-once': ({ code }) =>
    trouble(
      `ended at once · ${shownCode(code)}`,
      'The stream ended before anything came.',
      'Another subscriber may hold the one place of the domain: close the other client. A proxy may cut long answers as well.',
      code,
    ),
  heartbeat: ({ seconds }) => seen(`after ${lengthWords(seconds)}`),
  'no-heartbeat': ({ seconds, by }) =>
    trouble(
      `none in ${lengthWords(seconds)}`,
      'Events came, but no heartbeat.',
      `Check the heartbeat interval in the profile; the service sends one every 30 s. ${holdingBack(by)}`,
    ),
  'ended-early': ({ code }) =>
    trouble(
      `ended before a heartbeat · ${shownCode(code)}`,
      'The stream ended before its first heartbeat.',
      'Another subscriber may have taken the one place of the domain, or a proxy cuts long answers. Test again.',
      code,
    ),

  'clock-right': ({ seconds }) => seen(seconds === 0 ? 'the same as the service' : `${clockWords(seconds)}`),
  'clock-off': ({ seconds }) =>
    trouble(
      clockWords(seconds),
      "This computer's clock differs from the service's.",
      "Set this computer's clock by a time server. If it is right, tell the provider; times of events are theirs.",
    ),
  'clock-unknown': () => seen('the service told no time'),

  'not-tried': () => seen('not tried'),
  'ca-file': ({ expected }) =>
    trouble(
      `"caFile" must be ${expected}`,
      `The "caFile" of the profile must be ${expected}.`,
      'Check the path in the profile file, or take it out.',
    ),
  fault: () =>
    trouble(
      'unexpected',
      'Something went wrong inside Watchfloor.',
      'Its log says what. Test again; if it happens again, report it.',
    ),
};

const ADDRESSES: Readonly<Record<AddressName, string>> = {
  base: 'base address',
  events: 'events address',
  'sign-in': 'sign-in address',
};

/** Refusals of a certificate that no further authority mends. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "It has ended: check this computer's clock, and tell whoever runs the service.",
  CERT_NOT_YET_VALID: "It is not good yet: check this computer's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'It is for another name: check the address; another server may answer in its place.',
};

function seen(detail: string): FindingWords {
  return { detail, head: null, remedy: null, code: null };
}

function trouble(detail: string, head: string, remedy: string, code: string | null = null): FindingWords {
  return { detail, head, remedy, code: code === null ? null : shownCode(code) };
}

function holdingBack(by: string | null): string {
  const who = by === null ? ASK_NETWORK : `Ask whoever runs ${shownName(by)}`;
  return `${who} to pass text/event-stream on as it comes, without buffering or scanning it.`;
}

function statusCode(status: number | null, code: string): string {
  return status === null || code.startsWith('HTTP ') ? code : `HTTP ${status} ${code}`;
}

function clockWords(seconds: number): string {
  return `the service is ${lengthWords(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

function lengthWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds * 10) / 10} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A code is a word. What is none may be the other side's text, and is not repeated. */
function shownCode(code: string): string {
  return /^[\w .+/-]{1,80}$/.test(code) ? code : 'unknown';
}

/** For a line on a screen. */
const LONGEST_NAME = 80;

function shownName(name: string): string {
  const plain = name.replaceAll(UNSEEN_CHARACTERS, '·').trim();
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}
