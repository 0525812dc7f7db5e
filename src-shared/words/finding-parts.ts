import type { AddressName, FindingDetails, FindingKey } from '../api/connection-findings.ts';
import type { OwnRequest } from '../domain/coverage/own-request.ts';
import { UNSEEN_CHARACTERS } from '../lib/plain-json.ts';

export interface FindingWords {
  readonly detail: string;
  /** Meaning, as the heading of a problem; null if there is no problem. */
  readonly head: string | null;
  readonly remedy: string | null;
  readonly code: string | null;
}

export type FindingTable = { readonly [Key in FindingKey]: (details: FindingDetails[Key]) => FindingWords };

export const ASK_PERMISSIONS = 'Ask the administrator who grants its permissions';
export const ASK_ISSUER = 'ask the team that runs the issuer';
export const STREAM_IN_USE = "Another client appears to be using this domain's only stream.";

/** Follows "Either". Without the request, its times are not known. */
export function eitherClientWords(request: OwnRequest | undefined): string {
  const [ago, left] = [request?.agoMs, request?.leftMs].map((ms) => durationText((ms ?? 0) / 1_000));
  const own =
    request === undefined
      ? 'an earlier request of this Watchfloor, which a proxy may still hold open'
      : `this Watchfloor's request of ${ago} ago, which a proxy may still hold open for ${left} at most`;
  return `another client uses this domain's only stream, or ${own}`;
}

export const CONTACT_NETWORK_ADMIN = 'Ask your network team';

export const ADDRESSES: Readonly<Record<AddressName, string>> = {
  base: 'base address',
  events: 'events address',
  'sign-in': 'sign-in address',
};

/** Certificate errors that a further certificate authority does not fix. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "It has expired: check this computer's clock, and tell the team that runs the server.",
  CERT_NOT_YET_VALID: "It is not valid yet: check this computer's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'It is for another name: check the address; another server may answer in its place.',
};

export function certificateRemedy(code: string, address: string): string {
  return (
    CERTIFICATES[code] ??
    `Check ${address}. If a proxy inspects TLS, add its certificate authority to this computer's trust store, or name its PEM file as “caFile” in the profile file.`
  );
}

export function addressText({ host, address }: { readonly host: string; readonly address: AddressName }): string {
  return `${ADDRESSES[address]} (${host})`;
}

export function passedFinding(detail: string): FindingWords {
  return { detail, head: null, remedy: null, code: null };
}

export function problemFinding(detail: string, head: string, remedy: string, code: string | null = null): FindingWords {
  return { detail, head, remedy, code: code === null ? null : shownCode(code) };
}

export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds * 10) / 10} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** Follows the state of a stream that is held back. */
export function lateEventWords(heldBackMs: number): string {
  return `events arrive up to ${durationText(Math.round(heldBackMs / 1_000))} late`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns the code, or "unknown" if it does not look like one: text from the other side is not repeated. */
export function shownCode(code: string): string {
  return /^[\w .+/-]{1,80}$/.test(code) ? code : 'unknown';
}

/** In characters, for a line on the screen. */
const MAX_NAME_LENGTH = 80;

export function shownName(name: string): string {
  const plain = name.replaceAll(UNSEEN_CHARACTERS, '·').trim();
  return plain.length <= MAX_NAME_LENGTH ? plain : `${plain.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…`;
}
