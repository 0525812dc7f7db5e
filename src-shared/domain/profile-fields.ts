/**
 * What may stand in the fields of a profile, told while it is typed: the page, the profile file and the backend ask the
 * same functions. What is near enough is offered, never taken for granted where it decides whom a secret is sent to. No
 * zod here: the page has none. Addresses are in `profile-addresses.ts`.
 */
import { parseTypedAddress } from './profile-addresses.ts';

/** What is wrong, for the sentence under the field. */
export type FieldProblem =
  | 'empty'
  | 'too-long'
  /** Control characters, blanks inside, or what an address cannot hold. */
  | 'unfit-characters'
  /** An address without `https://`, or one that is misspelt (`htps://`, `https//`). */
  | 'no-scheme'
  | 'misspelt-scheme'
  /** `ftp://` and the like. */
  | 'other-scheme'
  /** http to another computer than this one. */
  | 'foreign-http'
  /** `https://user:password@…` */
  | 'user-inside'
  /** `?` or `#` after it. */
  | 'query-inside'
  /** A path where only a host can stand. */
  | 'path-inside'
  /** A whole address where a part of it is asked for. */
  | 'address-inside'
  | 'not-an-address'
  /** The name of Practice. */
  | 'reserved'
  | 'not-a-number'
  | 'out-of-range'
  /** A path that begins somewhere. */
  | 'not-absolute'
  /** A path of another computer: opening it would sign in there. */
  | 'network-path';

export type FieldCheck =
  | {
      readonly kind: 'good';
      /** What is kept. */
      readonly value: string;
      /** What was taken off what was typed, such as `/connect/subscribe`; `null`: nothing but blanks and slashes. */
      readonly removedText: string | null;
    }
  | {
      readonly kind: 'wrong';
      readonly problem: FieldProblem;
      /** Ends the sentence "… must be", such as `an https address such as "https://api.example.com"`. */
      readonly expected: string;
      /** What the person most likely means, to be taken over with one click; `null`: nothing is near enough. */
      readonly suggestion: string | null;
      /** Nothing was typed yet: asked for, not blamed. */
      readonly isEmpty: boolean;
    };

export type AddressField = 'baseUrl' | 'eventsUrl' | 'authUrl';

/** The store of the built-in simulator is kept under this name. */
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
  relativePath: 'the path of a file',
  path: 'the whole path of a file, such as "/etc/ssl/acme.pem"',
} as const;

const MAX_FIELD_LENGTH = 2_000;
const CONTROL = /\p{Cc}/u;
/** Blanks, and characters that nobody sees, as they come along with what is pasted. */
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

/** What stands before the service's own paths: `service-spec.md` "Address placeholders". */
export function checkAddress(field: AddressField, typed: string): FieldCheck {
  const text = tidied(typed);
  if (text === '') return empty(EXPECTED_TEXTS.address);
  if (text.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.address);
  const address = parseTypedAddress(text);
  if (address.kind === 'unreadable') return wrong('not-an-address', EXPECTED_TEXTS.address);
  const { url, scheme, isLoopback } = address;
  const { path, takenOff } = withoutEndpoint(field, url.pathname);
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
  // What comes after a whole endpoint is the endpoint's, and goes with it.
  if (takenOff === null && (url.search !== '' || url.hash !== '' || /[?#]/.test(text)))
    return wrong('query-inside', 'an address without spaces, "?", "#" and "\\"', meant);
  return good(meant, takenOff);
}

export function checkRealm(typed: string): FieldCheck {
  const realm = tidied(typed);
  if (realm === '') return empty(EXPECTED_TEXTS.realm);
  const alone = 'the realm alone, without "/", "?", "#" or spaces';
  const inside = realmIn(realm);
  if (inside !== null) return wrong('address-inside', alone, inside);
  if (realm.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.realm);
  if (!isRealm(realm)) return wrong('unfit-characters', alone);
  return good(realm);
}

/** A realm that a pasted full address of the issuer holds (`…/realms/iot/…`); `null` where it holds none. */
export function realmIn(address: string): string | null {
  const found = /\/realms\/([^/?#\s]+)/.exec(address)?.[1];
  if (found === undefined) return null;
  try {
    const realm = decodeURIComponent(found);
    return isRealm(realm) ? realm : null;
  } catch {
    return null; // no percent-encoding
  }
}

export function checkClientId(typed: string): FieldCheck {
  const clientId = tidied(typed);
  if (clientId === '') return empty(EXPECTED_TEXTS.clientId);
  if (clientId.length > MAX_FIELD_LENGTH) return wrong('too-long', EXPECTED_TEXTS.clientId);
  if (CONTROL.test(clientId)) return wrong('unfit-characters', 'the OAuth client id, without control characters');
  return good(clientId);
}

/** Between heartbeats. */
export function checkHeartbeatSeconds(typed: string): FieldCheck {
  return checkNumber(typed, EXPECTED_TEXTS.seconds, (seconds) => seconds >= 0.1 && seconds <= 3_600);
}

/** Of one eUICC in localization: what comes after it begins another attempt. */
export function checkSilenceMinutes(typed: string): FieldCheck {
  return checkNumber(
    typed,
    EXPECTED_TEXTS.minutes,
    (minutes) => Number.isInteger(minutes) && minutes >= 5 && minutes <= 10_080,
  );
}

/** For how long events of one kind are kept. */
export function checkDays(typed: string): FieldCheck {
  return checkNumber(typed, EXPECTED_TEXTS.days, (days) => Number.isInteger(days) && days >= 1 && days <= 36_500);
}

/** `environment`, `none`, or an address; a proxy is spoken to in http unless it says otherwise. */
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

const LOCAL_PATH = 'the path of a file on this computer, not of a network share (\\\\ or // at its beginning)';

/** Of a file that a profile file names: it may be beside that file. */
export function checkRelativePath(typed: string): FieldCheck {
  const path = tidied(typed);
  if (path === '') return empty(EXPECTED_TEXTS.relativePath);
  return isNetworkPath(path) ? wrong('network-path', LOCAL_PATH) : good(path);
}

/** On every system, since profiles are exchanged: two slashes of either kind, or an address. */
function isNetworkPath(path: string): boolean {
  return /^(?:[\\/]{2}|[\\/]\?\?[\\/]|[a-z][a-z0-9+.-]+:)/i.test(path);
}

/** Of a file that a kept profile names: it is read from anywhere. */
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
  // As people write it: no exponents, no other bases. Some write a comma.
  const number = /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (Number.isNaN(number)) return wrong('not-a-number', expected);
  return isFit(number) ? good(String(number)) : wrong('out-of-range', expected);
}

/** Paths that Watchfloor adds itself, and everything after them. */
const ENDPOINTS: Readonly<Record<AddressField, RegExp>> = {
  baseUrl: /\/(?:iot-connect|identity-access-management)(?:\/.*)?$/,
  eventsUrl: /\/connect(?:\/subscribe.*)?$/,
  authUrl: /(?:\/auth)?\/realms(?:\/.*)?$|\/auth$/,
};

function withoutEndpoint(field: AddressField, pathname: string) {
  const path = pathname.replace(/\/+$/, '');
  const takenOff = ENDPOINTS[field].exec(path)?.[0] ?? null;
  return { path: takenOff === null ? path : path.slice(0, -takenOff.length).replace(/\/+$/, ''), takenOff };
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
