/** A near value is only suggested if it decides where a secret is sent. Without zod, which the page does not have. */
import { parseTypedAddress } from './profile-addresses.ts';

export type FieldProblem =
  | 'empty'
  | 'too-long'
  | 'unfit-characters'
  /** Address without `https://`, or with a misspelt one (`htps://`, `https//`). */
  | 'no-scheme'
  | 'misspelt-scheme'
  | 'other-scheme'
  | 'foreign-http'
  | 'user-inside'
  | 'query-inside'
  | 'path-inside'
  | 'address-inside'
  | 'not-an-address'
  | 'reserved'
  | 'not-a-number'
  | 'out-of-range'
  | 'not-absolute'
  /** Path on another computer: opening it would sign in there. */
  | 'network-path';

export type FieldCheck =
  | {
      readonly kind: 'good';
      readonly value: string;
      /** Text that was removed, such as `/connect/subscribe`; null if it was nothing but blanks and slashes. */
      readonly removedText: string | null;
    }
  | {
      readonly kind: 'wrong';
      readonly problem: FieldProblem;
      /** Ends the sentence "… must be", such as `an https address such as "https://api.example.com"`. */
      readonly expected: string;
      /** Value that the user most likely means, to be accepted with one click; null if none is near enough. */
      readonly suggestion: string | null;
      /** True if nothing was typed yet: a request for input, not an error. */
      readonly isEmpty: boolean;
    };

export type AddressField = 'baseUrl' | 'eventsUrl' | 'authUrl';

export const PRACTICE_NAME = 'Practice';

export const EXPECTED_TEXTS = {
  name: 'a name of 1 to 80 characters',
  address: 'an https address such as "https://api.example.com"',
  realm: 'the realm, as a non-empty text',
  clientId: 'the OAuth client id, as a non-empty text',
  seconds: 'a number of seconds from 0.1 to 3600',
  minutes: 'a whole number of minutes from 5 to 10080',
  days: 'a whole number of days from 1 to 36500',
  proxy: '"environment", "none", or a proxy\'s http or https address without user name and password',
  statusPage: 'the https address of a feed, such as "https://status.example.com/history.atom"',
  relativePath: 'the path of a file',
  path: 'the full path of a file, such as "/etc/ssl/acme.pem"',
} as const;

const MAX_FIELD_LENGTH = 2_000;
const CONTROL = /\p{Cc}/u;
const SURROUNDING_BLANKS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

export function checkName(typed: string): FieldCheck {
  const name = tidied(typed);
  if (name === '') return empty(EXPECTED_TEXTS.name);
  if (CONTROL.test(name)) return wrong('unfit-characters', 'a name without control characters');
  if (name.length > 80) return wrong('too-long', EXPECTED_TEXTS.name);
  if (name.toLowerCase() === PRACTICE_NAME.toLowerCase())
    return wrong('reserved', `another name: "${PRACTICE_NAME}" is the simulator's`);
  return good(name);
}

/** Checks the part of an address before the service's own paths: `docs/service.md` §1.2. */
export function checkAddress(field: AddressField, typed: string): FieldCheck {
  const text = tidied(typed);
  if (text === '') return empty(EXPECTED_TEXTS.address);
  if (text.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.address);
  const address = parseTypedAddress(text);
  if (address.kind === 'unreadable') return wrong('not-an-address', EXPECTED_TEXTS.address);
  const { url, scheme, isLoopback } = address;
  const { path, removed } = withoutEndpoint(field, url.pathname);
  const meant = `${url.protocol}//${url.host}${path}`;
  const secure = `https://${url.host}${path}`;
  if (scheme === 'missing') return wrong('no-scheme', EXPECTED_TEXTS.address, meant);
  if (scheme === 'misspelt') return wrong('misspelt-scheme', EXPECTED_TEXTS.address, meant);
  if (scheme === 'other') return wrong('other-scheme', EXPECTED_TEXTS.address);
  if (url.protocol === 'http:' && !isLoopback)
    return wrong('foreign-http', 'an https address (http is accepted for 127.0.0.1, localhost and [::1] only)', secure);
  if (url.username !== '' || url.password !== '')
    return wrong('user-inside', 'an address without user name and password', meant);
  if (address.hasInvalidCharacters)
    return wrong('unfit-characters', 'an address without spaces, "?", "#" and "\\"', meant);
  // A query after a complete endpoint belongs to the endpoint and is removed with it.
  if (removed === null && (url.search !== '' || url.hash !== '' || /[?#]/.test(text)))
    return wrong('query-inside', 'an address without spaces, "?", "#" and "\\"', meant);
  return good(meant, removed);
}

export function checkRealm(typed: string): FieldCheck {
  const realm = tidied(typed);
  if (realm === '') return empty(EXPECTED_TEXTS.realm);
  const alone = 'only the realm, without "/", "?", "#" or spaces';
  const inside = realmIn(realm);
  if (inside !== null) return wrong('address-inside', alone, inside);
  if (realm.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.realm);
  if (!isRealm(realm)) return wrong('unfit-characters', alone);
  return good(realm);
}

/** Returns the realm from a pasted full address of the issuer (`…/realms/iot/…`), or null if it has none. */
export function realmIn(address: string): string | null {
  const found = /\/realms\/([^/?#\s]+)/.exec(address)?.[1];
  if (found === undefined) return null;
  try {
    const realm = decodeURIComponent(found);
    return isRealm(realm) ? realm : null;
  } catch {
    return null; // invalid percent-encoding
  }
}

export function checkClientId(typed: string): FieldCheck {
  const clientId = tidied(typed);
  if (clientId === '') return empty(EXPECTED_TEXTS.clientId);
  if (clientId.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.clientId);
  if (CONTROL.test(clientId)) return wrong('unfit-characters', 'the OAuth client id, without control characters');
  return good(clientId);
}

export function checkHeartbeatSeconds(typed: string): FieldCheck {
  return checkNumber(typed, EXPECTED_TEXTS.seconds, (seconds) => seconds >= 0.1 && seconds <= 3_600);
}

export function checkSilenceMinutes(typed: string): FieldCheck {
  return checkNumber(
    typed,
    EXPECTED_TEXTS.minutes,
    (minutes) => Number.isInteger(minutes) && minutes >= 5 && minutes <= 10_080,
  );
}

export function checkDays(typed: string): FieldCheck {
  return checkNumber(typed, EXPECTED_TEXTS.days, (days) => Number.isInteger(days) && days >= 1 && days <= 36_500);
}

/** Accepts `environment`, `none`, or an address, which is http if it has no scheme. */
export function checkProxy(typed: string): FieldCheck {
  const text = tidied(typed);
  if (text === '') return empty(EXPECTED_TEXTS.proxy);
  if (text === 'environment' || text === 'none') return good(text);
  if (text.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.proxy);
  const address = parseTypedAddress(text);
  if (address.kind === 'unreadable') return wrong('not-an-address', EXPECTED_TEXTS.proxy);
  const { url, scheme } = address;
  const origin = `${scheme === 'missing' ? 'http:' : url.protocol}//${url.host}`;
  if (scheme === 'other') return wrong('other-scheme', EXPECTED_TEXTS.proxy);
  if (scheme === 'misspelt') return wrong('misspelt-scheme', EXPECTED_TEXTS.proxy, origin);
  if (url.username !== '' || url.password !== '') return wrong('user-inside', EXPECTED_TEXTS.proxy, origin);
  if (address.hasInvalidCharacters) return wrong('unfit-characters', EXPECTED_TEXTS.proxy, origin);
  if (/^\/+$/.test(url.pathname) && !/[?#]/.test(text)) return good(origin);
  return wrong('path-inside', EXPECTED_TEXTS.proxy, origin);
}

/** Accepts a path and a query, which feeds have. */
export function checkStatusPage(typed: string): FieldCheck {
  const text = tidied(typed);
  const expected = EXPECTED_TEXTS.statusPage;
  if (text === '') return empty(expected);
  if (text.length > MAX_FIELD_LENGTH) return wrong('too-long', expected);
  const address = parseTypedAddress(text);
  if (address.kind === 'unreadable') return wrong('not-an-address', expected);
  const { url, scheme, isLoopback } = address;
  const meant = `${url.protocol}//${url.host}${url.pathname}${url.search}`;
  if (scheme === 'missing') return wrong('no-scheme', expected, meant);
  if (scheme === 'misspelt') return wrong('misspelt-scheme', expected, meant);
  if (scheme === 'other') return wrong('other-scheme', expected);
  if (url.protocol === 'http:' && !isLoopback) return wrong('foreign-http', expected, meant.replace('http:', 'https:'));
  if (url.username !== '' || url.password !== '') return wrong('user-inside', expected, meant);
  if (address.hasInvalidCharacters) return wrong('unfit-characters', expected, meant);
  return good(meant);
}

const LOCAL_PATH = 'the path of a file on this computer, not of a network share (\\\\ or // at its beginning)';

export function checkRelativePath(typed: string): FieldCheck {
  const path = tidied(typed);
  if (path === '') return empty(EXPECTED_TEXTS.relativePath);
  return isNetworkPath(path) ? wrong('network-path', LOCAL_PATH) : good(path);
}

/** Finds two slashes of either kind, or an address; on every system, because profiles are exchanged. */
function isNetworkPath(path: string): boolean {
  return /^(?:[\\/]{2}|[\\/]\?\?[\\/]|[a-z][a-z0-9+.-]+:)/i.test(path);
}

export function checkPath(typed: string): FieldCheck {
  const path = tidied(typed);
  if (path === '') return empty(EXPECTED_TEXTS.path);
  if (CONTROL.test(path)) return wrong('unfit-characters', EXPECTED_TEXTS.path);
  if (isNetworkPath(path)) return wrong('network-path', LOCAL_PATH);
  if (!/^(?:\/|[a-z]:[\\/])/i.test(path)) return wrong('not-absolute', EXPECTED_TEXTS.path);
  return good(path);
}

function checkNumber(typed: string, expected: string, isFit: (value: number) => boolean): FieldCheck {
  const text = tidied(typed);
  if (text === '') return empty(expected);
  // Accepts only plain decimal numbers: no exponents, no other bases. Some users write a comma.
  const number = /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (Number.isNaN(number)) return wrong('not-a-number', expected);
  return isFit(number) ? good(String(number)) : wrong('out-of-range', expected);
}

const ENDPOINTS: Readonly<Record<AddressField, RegExp>> = {
  baseUrl: /\/(?:iot-connect|identity-access-management)(?:\/.*)?$/,
  eventsUrl: /\/connect(?:\/subscribe.*)?$/,
  authUrl: /(?:\/auth)?\/realms(?:\/.*)?$|\/auth$/,
};

function withoutEndpoint(field: AddressField, pathname: string) {
  const path = pathname.replace(/\/+$/, '');
  const removed = ENDPOINTS[field].exec(path)?.[0] ?? null;
  return { path: removed === null ? path : path.slice(0, -removed.length).replace(/\/+$/, ''), removed };
}

function isRealm(text: string): boolean {
  return /^(?!\.{1,2}$)[^/?#\s\p{Cc}]+$/u.test(text);
}

function tidied(typed: string): string {
  return typed.replace(SURROUNDING_BLANKS, '');
}

function good(value: string, removedText: string | null = null): FieldCheck {
  return { kind: 'good', value, removedText };
}

function wrong(problem: FieldProblem, expected: string, suggestion: string | null = null): FieldCheck {
  return { kind: 'wrong', problem, expected, suggestion, isEmpty: false };
}

function empty(expected: string): FieldCheck {
  return { kind: 'wrong', problem: 'empty', expected, suggestion: null, isEmpty: true };
}
