/**
 * Finds subscriber numbers by their form: a text may contain those of another request. Digits are one number, except
 * across letters and colons. Sources: ITU-T E.212 (IMSI), E.164 (MSISDN), E.118 (ICCID), GSMA SGP.29 (EID).
 */

import type { Edit } from './edits.ts';
import type { TextKind } from './free-text.ts';

export interface NumberMatch {
  readonly field: 'imsi' | 'msisdn' | 'iccid' | 'eid';
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

export interface DigitRun {
  readonly digits: string;
  readonly at: readonly number[];
  readonly groups: readonly number[];
  /** True if a `+` precedes it. */
  readonly hasPlus: boolean;
  /** True if it continues a word, such as the id `sub-0010659487`. */
  readonly isOfWord: boolean;
}

const RUN = /\d+(?:[^\p{L}\d:+]{1,4}\d+)*/gu;

export function digitRuns(text: string): DigitRun[] {
  return [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const at: number[] = [];
    const groups: number[] = [];
    for (const { 0: group, index: start } of run.matchAll(/\d+/g)) {
      groups.push(at.length);
      for (let digit = 0; digit < group.length; digit += 1) at.push(index + start + digit);
    }
    const digits = at.map((offset) => text.charAt(offset)).join('');
    const isOfWord = /\p{L}[-_]?$/u.test(text.slice(Math.max(0, index - 2), index));
    return {
      digits,
      at,
      groups,
      isOfWord,
      hasPlus: /\+[^\p{L}\d]{0,3}$/u.test(text.slice(Math.max(0, index - 4), index)),
    };
  });
}

/** Times and UUIDs, whose digits are no number: ISO 8601 dates, and dates with a time, with or without separators. */
const NO_NUMBERS = [
  /(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)(?:[t ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?)?/g,
  /(?<!\d)20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[t -]?(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)/g,
  /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/g,
];

/** Replaces everything whose digits are no number with `~`, in a folded text. Positions do not change. */
function withoutTimes(text: string): string {
  return NO_NUMBERS.reduce((rest, form) => rest.replaceAll(form, (found) => '~'.repeat(found.length)), text);
}

/** ICCIDs and EIDs begin with 89 and have a length that no other number has. */
const CARD_LENGTHS: ReadonlySet<number> = new Set([18, 19, 20, 32]);
const EID_LENGTH = 32;

/** Returns the field of a text that is an ICCID or EID and nothing else, or null. */
export function cardFieldOf(text: string): 'iccid' | 'eid' | null {
  if (!/^89\d+$/.test(text) || !CARD_LENGTHS.has(text.length)) return null;
  return text.length === EID_LENGTH ? 'eid' : 'iccid';
}

/** Returns the ICCIDs and EIDs of a run, as [index of the first digit, index after the last digit]. */
export function cardRanges({ digits, groups }: DigitRun): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const ends = [...groups.slice(1), digits.length];
  let free = 0;
  for (const start of groups) {
    if (start < free || !digits.startsWith('89', start)) continue;
    const end = ends.findLast((one) => CARD_LENGTHS.has(one - start));
    if (end === undefined) continue;
    ranges.push([start, end]);
    free = end;
  }
  return ranges;
}

/** Replaces the spans, times, ICCIDs and EIDs in the text with `~`. */
export function covered(text: string, spans: readonly Edit[]): string {
  const cards = digitRuns(text).flatMap((run) =>
    cardRanges(run).map(([start, end]) => ({ from: run.at[start] ?? 0, to: (run.at[end - 1] ?? 0) + 1 })),
  );
  let result = withoutTimes(text);
  for (const { from, to } of [...cards, ...spans])
    result = result.slice(0, from) + '~'.repeat(to - from) + result.slice(to);
  return result;
}

/** Digits of an MSISDN without a prefix. In a code, fewer may be the number of an error. */
const MIN_DIGITS = { sentence: 8, code: 10 };
const MAX_DIGITS = 15;
const MIN_CALLED_DIGITS = 8;
const MIN_IMSI_DIGITS = 14;

export interface FewestDigits {
  /** For a number after `+` or `00`. */
  readonly called: number;
  readonly plain: number;
  /** For a known number that is written in groups. */
  readonly grouped: number;
}

/** A text with fewer digits has no match of `numberMatches`, and no known number in groups. */
export function fewestDigits(shortestNumber: number): Readonly<Record<TextKind, FewestDigits>> {
  const [called, grouped] = [MIN_CALLED_DIGITS, shortestNumber];
  return {
    id: { called, grouped, plain: MIN_IMSI_DIGITS },
    code: { called, grouped, plain: MIN_DIGITS.code },
    sentence: { called, grouped, plain: MIN_DIGITS.sentence },
  };
}
export const NO_NUMBER: FewestDigits = { called: Infinity, grouped: Infinity, plain: Infinity };

export function numberMatches(text: string, fields: ReadonlySet<string>, kind: TextKind): NumberMatch[] {
  const matches: NumberMatch[] = [];
  for (const run of digitRuns(withoutTimes(text))) {
    if (run.digits.length < MIN_CALLED_DIGITS) continue;
    const cards = cardRanges(run);
    const add = (field: NumberMatch['field'], from: number, to: number): void => {
      if (!fields.has(field)) return;
      const [start, last] = [run.at[from] ?? 0, run.at[to - 1] ?? 0];
      matches.push({ field, start, end: last + 1, digits: run.digits.slice(from, to) });
    };
    for (const [from, to] of cards) add(to - from === EID_LENGTH ? 'eid' : 'iccid', from, to);
    const ends = [...run.groups.slice(1), run.digits.length];
    for (const [index, from] of run.groups.entries())
      for (const to of ends.slice(index)) {
        const length = to - from;
        if (length > 17) break;
        if (cards.some(([start, end]) => from < end && to > start)) continue;
        if (length >= MIN_IMSI_DIGITS && length <= 16) add('imsi', from, to);
        // No country code begins with 0.
        const hasPrefix = /^00[1-9]/.test(run.digits.slice(from, from + 3)) && !(from === 0 && run.isOfWord);
        const isCalled = (from === 0 && run.hasPlus) || hasPrefix;
        if (isCalled ? length >= MIN_CALLED_DIGITS : isPlainNumber(length, run, kind)) add('msisdn', from, to);
      }
  }
  return matches;
}

function isPlainNumber(length: number, { isOfWord }: DigitRun, kind: TextKind): boolean {
  if (kind === 'id' || (kind === 'code' && isOfWord)) return false;
  return length >= MIN_DIGITS[kind] && length <= MAX_DIGITS;
}
