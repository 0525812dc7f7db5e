/**
 * Looks once at each character of a text and decides if masking could change it. Most texts of an event are codes, ids
 * and names of properties, for which this is all the work.
 */
import type { FewestDigits } from './number-forms.ts';
import { bitOf, PREFIX_LENGTH, type ValueIndex } from './value-index.ts';

const SPACE = 0x20;
const ZERO = 0x30;
const AFTER_NINE = 0x3a;
const COLON = 0x3a;
const PLUS = 0x2b;
/** More signs than these separate two numbers, as in `number-forms.ts`. */
const MAX_SIGNS_IN_NUMBER = 4;

const UNUSUAL = 0xff;
/** Folds ASCII as `wordText` does. An entity or a percent sequence may be any character. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code).toLowerCase();
  if (/[a-z\d]/.test(sign)) return sign.charCodeAt(0);
  return /[&%]/.test(sign) ? UNUSUAL : SPACE;
});

function foldedAt(text: string, at: number): number {
  // A read outside of the text or the table would be compiled again, without bounds.
  if (at >= text.length) return UNUSUAL;
  const code = text.charCodeAt(at);
  return code < FOLDED.length ? (FOLDED[code] ?? UNUSUAL) : UNUSUAL;
}

/**
 * False only if this part of the text is plain ASCII, its words (`wordText`) have no value, and it has no number with
 * enough digits.
 */
export function mayHaveCandidate(
  text: string,
  start: number,
  end: number,
  values: ValueIndex,
  fewest: FewestDigits,
): boolean {
  const { heads, hasShortValues } = values;
  const lastWord = heads.length - 1;
  // The last four characters of the words.
  let head = SPACE;
  // Digits since the last letter, and the most of them.
  let [digits, most] = [0, 0];
  for (let at = start; at < end; at += 1) {
    // Runs for each character, so it calls nothing before a value may begin.
    const sign = foldedAt(text, at);
    if (sign === UNUSUAL) return true;
    if (sign === SPACE) {
      if ((head & 0xff) === SPACE) continue;
    } else {
      if (hasShortValues && (head & 0xff) === SPACE && continuesOne(text, at, values.shortValuesFrom(sign), 0))
        return true;
      if (sign >= AFTER_NINE) digits = 0;
      else if ((digits += 1) > most) most = digits;
    }
    head = (head << 8) | sign;
    const bit = bitOf(head);
    if (((heads[(bit >>> 5) & lastWord] ?? 0) & (1 << bit)) === 0) continue;
    if (continuesOne(text, at + 1, values.valuesFrom(head), PREFIX_LENGTH)) return true;
  }
  return most >= Math.min(fewest.called, fewest.grouped) && mayHaveNumber(text, start, end, fewest);
}

/** The text is plain ASCII. Digits are one number across few signs, except across letters and colons. */
function mayHaveNumber(text: string, start: number, end: number, { called, grouped, plain }: FewestDigits): boolean {
  // Digits of the present number, and signs since the last one.
  let [digits, signs] = [0, 0];
  let [isGrouped, isCalled, isAfterFirstZero] = [false, false, false];
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const sign = foldedAt(text, at);
    if (sign >= AFTER_NINE || unit === COLON || unit === PLUS) {
      digits = 0;
      isCalled = unit === PLUS;
      continue;
    }
    if (sign === SPACE) {
      signs += 1;
      continue;
    }
    if (digits > 0 && signs > MAX_SIGNS_IN_NUMBER) {
      digits = 0;
      isCalled = false;
    }
    const isFirstOfGroup = digits === 0 || signs > 0;
    isGrouped = digits > 0 && (isGrouped || signs > 0);
    isCalled ||= digits > 0 && isAfterFirstZero && unit === ZERO;
    isAfterFirstZero = unit === ZERO && isFirstOfGroup;
    digits += 1;
    signs = 0;
    if (digits >= plain || (isCalled && digits >= called) || (isGrouped && digits >= grouped)) return true;
  }
  return false;
}

/** More are not compared: thousands of numbers of one network begin with the same digits. */
const MAX_COMPARED = 8;

/** False only if the words from here on begin with the rest of none of the values. */
function continuesOne(text: string, at: number, values: readonly string[], valueStart: number): boolean {
  if (values.length > MAX_COMPARED) return true;
  for (const value of values) if (continues(text, at, value, valueStart)) return true;
  return false;
}

/** True if the words from here on begin with the rest of the value. */
function continues(text: string, start: number, value: string, valueStart: number): boolean {
  let at = start;
  for (let sign = valueStart; sign < value.length; sign += 1) {
    if (sign > 0 && value.charCodeAt(sign - 1) === SPACE) while (foldedAt(text, at) === SPACE) at += 1;
    if (foldedAt(text, at) !== value.charCodeAt(sign)) return false;
    at += 1;
  }
  return true;
}

const LIST = /\[[^{}[,]*,/;

/** True if a comma follows a bracket, and both are between the same braces. */
export function hasList(text: string): boolean {
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1))
    // Most brackets are followed by a brace, and the pattern takes longer.
    if (text.charAt(at + 1) !== '{') return LIST.test(text);
  return false;
}
