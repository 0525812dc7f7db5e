/** Parts of the connection test's sentences that several of them share. */
import type { AddressName } from '../api/connection-findings.ts';
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

export const ASK_NETWORK = 'Ask whoever runs your network';

export const ADDRESSES: Readonly<Record<AddressName, string>> = {
  base: 'base address',
  events: 'events address',
  'sign-in': 'sign-in address',
};

export function seen(detail: string): FindingWords {
  return { detail, head: null, remedy: null, code: null };
}

export function trouble(detail: string, head: string, remedy: string, code: string | null = null): FindingWords {
  return { detail, head, remedy, code: code === null ? null : shownCode(code) };
}

export function lengthWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds * 10) / 10} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A code is a word. What is none may be the other side's text, and is not repeated. */
export function shownCode(code: string): string {
  return /^[\w .+/-]{1,80}$/.test(code) ? code : 'unknown';
}

/** For a line on a screen. */
const LONGEST_NAME = 80;

/** A name that the other side gives itself: cut short, and with nothing unseen in it. */
export function shownName(name: string): string {
  const plain = name.replaceAll(UNSEEN_CHARACTERS, '·').trim();
  return plain.length <= LONGEST_NAME ? plain : `${plain.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}
