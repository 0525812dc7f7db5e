/**
 * Replaces personal values with stars: known values in any spelling, numbers with the form of a subscriber's number,
 * and in sentences every word that may be a name. Nothing else in the text changes; JSON stays JSON.
 */
import { MAX_UNWRAP_LEVELS, MAY_BE_JSON, parseJsonText } from '../../../src-shared/service/json-text.ts';
import { personalFieldOf } from '../../../src-shared/service/personal-values.ts';
import { runSync, type Steps } from '../lib/steps.ts';
import {
  folded,
  foldedText,
  part,
  plainWords,
  type MappedText,
  mappedTextOf,
  sourceRange,
  unescaped,
  unescapedText,
  wordsOf,
  wordText,
} from './folded-text.ts';
import { isAllowedWord, isSeveralWords, type TextKind, textKind } from './free-text.ts';
import { cardRanges, digitRuns, type NumberMatch, numberMatches, withoutTimes } from './number-forms.ts';
import { type ValueMatch, ValueIndex } from './value-index.ts';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** The same length for every value, because a length is information, too. */
const STARS = '*'.repeat(8);
/** Shorter numbers are searched as they were written, not across the signs between their digits. */
const MIN_NUMBER_DIGITS = 6;

export interface MaskedSegment {
  readonly text: string;
  readonly masked: boolean;
}

export interface MaskOptions {
  /** Returns the replacement of a known value, without quotes and backslashes. Default: stars. */
  readonly put?: (value: string) => string;
  /** Values that are never masked, not even in part. */
  readonly keep?: readonly string[];
  /** Values whose words stay in sentences, such as the ids of the event. */
  readonly allowedWords?: readonly string[];
  /** Masks more than known values: numbers by their form, and for `company` and `user` the words of sentences. */
  readonly fields?: readonly string[];
  /** Returns the replacement of a number that is known only by its form. Default: stars. */
  readonly putNumber?: (field: NumberMatch['field'], digits: string) => string;
}

/** Characters per step. A step takes some milliseconds, except for one `JSON.parse` of the text. */
const STEP_CHARACTERS = 131_072;
/** Longer than any value, so that no value is cut between two steps. */
const OVERLAP_CHARACTERS = 4_096;
const STEP_TOKENS = 1_024;

interface Frame {
  readonly opener: string;
  /** Name of the last property of an object. A list has the name of its property. */
  name: string | null;
  isValue: boolean;
  type: string | null;
}

interface MaskedValue {
  readonly put: string;
  readonly lead: string;
  readonly tail: string;
}

export class Mask {
  /** By spelling: words, or digits. */
  readonly #values: ReadonlyMap<string, MaskedValue>;
  readonly #names: ValueIndex;
  readonly #numbers: ValueIndex;
  /** Values without the spaces between their words. Shorter ones are part of many texts. */
  readonly #cut: ValueIndex;
  readonly #allowed: ValueIndex;
  readonly #allowedWords: ReadonlySet<string>;
  readonly #fields: ReadonlySet<string>;
  readonly #hidesNames: boolean;
  readonly #putNumber: NonNullable<MaskOptions['putNumber']>;

  /** Ignores values without a letter or a digit, because they identify no one. */
  constructor(
    values: readonly string[],
    { put = () => STARS, keep = [], allowedWords = [], fields = [], putNumber = () => STARS }: MaskOptions = {},
  ) {
    const spelled = values.flatMap((value) => {
      const spelling = spellingOf(value);
      return spelling === '' ? [] : [[spelling, { put: put(value), ...signsAround(value) }] as const];
    });
    this.#values = new Map(spelled);
    const all = [...this.#values.keys()];
    this.#numbers = new ValueIndex(all.filter(isNumber));
    this.#names = new ValueIndex(all);
    this.#cut = new ValueIndex(all.map(withoutSpaces).filter(({ length }) => length >= MIN_NUMBER_DIGITS));
    this.#allowed = new ValueIndex(keep.map((value) => wordText(value).trim()).filter((value) => value !== ''));
    this.#allowedWords = new Set([...keep, ...allowedWords].flatMap((value) => wordText(value).trim().split(' ')));
    this.#fields = new Set(fields);
    this.#hidesNames = fields.includes('company') || fields.includes('user');
    this.#putNumber = putNumber;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#fields.size === 0;
  }

  /** Masks JSON. Returns null if a value would stay readable. */
  completeJson(text: string): string | null {
    const segments = this.jsonSegments(text);
    return runSync(this.leftSteps(text, segments)) ? null : joined(segments);
  }

  text(text: string): string {
    return joined(this.segments(text));
  }

  /** Masks a text from outside where a code is expected. Several words are masked like a sentence. */
  code(text: string): string {
    return joined(this.codeSegments(text));
  }

  /** Same as `code` where an id is expected, which may be a long number. */
  id(text: string): string {
    return joined(this.idSegments(text));
  }

  jsonSegments(text: string): MaskedSegment[] {
    return runSync(this.jsonSteps(text));
  }

  /** Same as `jsonSegments`, in steps. A text of megabytes takes seconds, and other work can run between two steps. */
  *jsonSteps(text: string): Steps<MaskedSegment[]> {
    if (this.isEmpty) return [{ text, masked: false }];
    const edits: Edit[] = [];
    yield* this.#read(mappedTextOf(text), 0, edits, null);
    return edited(text, edits);
  }

  segments(text: string): MaskedSegment[] {
    return this.#segmentsOf(text, 'id');
  }

  codeSegments(text: string): MaskedSegment[] {
    return this.#segmentsOf(text, isSeveralWords(text) ? 'sentence' : 'code');
  }

  idSegments(text: string): MaskedSegment[] {
    return this.#segmentsOf(text, isSeveralWords(text) ? 'sentence' : 'id');
  }

  sentenceSegments(text: string): MaskedSegment[] {
    return this.#segmentsOf(text, 'sentence');
  }

  #segmentsOf(text: string, kind: TextKind): MaskedSegment[] {
    if (this.isEmpty) return [{ text, masked: false }];
    const edits: Edit[] = [];
    this.#plain(mappedTextOf(text), 0, edits, kind);
    return edited(text, edits);
  }

  /** True if a part that was not masked still contains a known value, or a list has one cut into its texts. */
  *leftSteps(text: string, segments: readonly MaskedSegment[]): Steps<boolean> {
    const unmasked = segments.map((segment) => (segment.masked ? '\n' : segment.text)).join('');
    for (let [inside, left, unwrapped] = [text, unmasked, 0]; ; unwrapped += 1) {
      if (this.#hasCutValue(inside)) return true;
      yield;
      for (let from = 0; from < left.length; from += STEP_CHARACTERS) {
        const words = wordText(left.slice(from, from + STEP_CHARACTERS + OVERLAP_CHARACTERS));
        const matches = this.#wordMatches(words);
        if (matches.length > 0 && notIn(this.#allowed.matches(words), matches).length > 0) return true;
        yield;
      }
      if (unwrapped > MAX_UNWRAP_LEVELS || !inside.includes('\\')) return false;
      [inside, left] = [unescapedText(inside), unescapedText(left)];
    }
  }

  #hasCutValue(text: string): boolean {
    return text.split(/[{}]/).some((inside) => {
      const start = inside.indexOf('[');
      const list = start === -1 ? '' : inside.slice(start, inside.lastIndexOf(']'));
      if (!list.includes(',')) return false;
      const together = withoutSpaces(wordText(list));
      return notIn(this.#allowed.matches(together), this.#cut.matches(together)).length > 0;
    });
  }

  *#read(reading: MappedText, unwrapped: number, edits: Edit[], name: string | null): Steps<void> {
    yield;
    const isJson = unwrapped <= MAX_UNWRAP_LEVELS && parseJsonText(reading.text, 'lose').kind === 'value';
    yield;
    if (isJson) yield* this.#structure(reading, unwrapped, edits, name);
    else this.#plain(reading, unwrapped, edits, textKind(name, reading.text));
  }

  /** Masks strings by their content. Outside of strings, a number that is masked becomes a string. */
  *#structure(reading: MappedText, unwrapped: number, edits: Edit[], name: string | null): Steps<void> {
    const { text, at } = reading;
    const frames: Frame[] = [{ opener: '[', name, isValue: true, type: null }];
    let tokens = 0;
    for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/gs)) {
      if ((tokens += 1) % STEP_TOKENS === 0) yield;
      const frame = frames.at(-1);
      if (frame === undefined) return;
      if (/^[[\]{},:]$/.test(token)) {
        if (token === '{' || token === '[')
          frames.push({ opener: token, name: frame.name, isValue: token === '[', type: null });
        else if (token === '}' || token === ']') frames.pop();
        else if (frame.opener === '{') frame.isValue = token === ':';
        continue;
      }
      const end = index + token.length;
      if (token.startsWith('"')) {
        const inside = unescaped(part(reading, index + 1, end - 1));
        if (!frame.isValue) {
          frame.name = inside.text;
          this.#plain(inside, unwrapped + 1, edits, 'id');
          continue;
        }
        if (frame.name === 'type') frame.type = inside.text;
        const ofValue = frame.name === 'value' && frame.type !== null ? frame.type : frame.name;
        if (MAY_BE_JSON.test(inside.text)) yield* this.#read(inside, unwrapped + 1, edits, ofValue);
        else this.#plain(inside, unwrapped + 1, edits, otherTextKind(ofValue, inside.text));
      } else {
        const [found] = this.#edits(part(reading, index, end), otherTextKind(frame.name, ''));
        if (found === undefined) continue;
        const quote = quoteAt(unwrapped);
        edits.push({ from: at[index] ?? 0, to: at[end] ?? 0, put: `${quote}${found.put}${quote}` });
      }
    }
  }

  #plain(reading: MappedText, unwrapped: number, edits: Edit[], kind: TextKind): void {
    edits.push(...this.#edits(reading, kind));
    if (unwrapped <= MAX_UNWRAP_LEVELS && reading.text.includes('\\'))
      this.#plain(unescaped(reading), unwrapped + 1, edits, kind);
  }

  #edits(reading: MappedText, kind: TextKind): Edit[] {
    const hidesWords = kind === 'sentence' && this.#hidesNames;
    // This check costs a tenth and is enough for most texts of an event.
    const words = hidesWords ? null : plainWords(reading.text);
    if (words !== null && this.#wordMatches(words).length === 0) return [];
    const plain = folded(reading);
    const knownSpans = [
      ...this.#nameSpans(plain.text),
      ...(/\d{2}/.test(plain.text) ? this.#numberSpans(plain.text, kind) : []),
    ];
    const spans = hidesWords ? [...knownSpans, ...this.#otherSpans(covered(plain.text, knownSpans))] : knownSpans;
    return spans.map(({ from, to, put }) => ({ ...sourceRange(plain, from, to), put }));
  }

  #nameSpans(plain: string): Edit[] {
    const spelled = wordsOf(plain);
    const matches = this.#wordMatches(spelled.text);
    if (matches.length === 0) return [];
    return notIn(this.#allowed.matches(spelled.text), matches).map(({ start, length }) => {
      const value = this.#values.get(spelled.text.slice(start, start + length));
      let { from, to } = sourceRange(spelled, start, start + length);
      if (value !== undefined && plain.endsWith(value.lead, from)) from -= value.lead.length;
      if (value !== undefined && plain.startsWith(value.tail, to)) to += value.tail.length;
      return { from, to, put: value?.put ?? STARS };
    });
  }

  /** Finds known numbers, whatever is between their digits, then numbers by their form. */
  #numberSpans(plain: string, kind: TextKind): Edit[] {
    const spans: Edit[] = [];
    if (!this.#numbers.isEmpty)
      for (const run of digitRuns(plain)) {
        if (run.groups.length === 1) continue;
        const cards = cardRanges(run);
        for (const { start, length } of this.#numbers.matches(run.digits)) {
          const end = start + length;
          // Digits inside a card number are no number of their own.
          if (cards.some(([from, to]) => start >= from && end <= to && length < to - from)) continue;
          const put = this.#values.get(run.digits.slice(start, end))?.put ?? STARS;
          spans.push({ from: run.at[start] ?? 0, to: (run.at[end - 1] ?? 0) + 1, put });
        }
      }
    for (const { field, start, end, digits } of numberMatches(plain, this.#fields, kind))
      spans.push({ from: start, to: end, put: this.#values.get(digits)?.put ?? this.#putNumber(field, digits) });
    return spans;
  }

  /** Finds words of a sentence that may be names. Adjacent words become one. */
  #otherSpans(plain: string): Edit[] {
    const spans: Edit[] = [];
    let isNext = false;
    for (const { 0: word, index } of plain.matchAll(/~+|[\p{L}\p{N}]+/gu)) {
      const isHidden = !word.startsWith('~') && !isAllowedWord(word) && !this.#allowedWords.has(word);
      const from = isHidden && isNext ? (spans.pop()?.from ?? index) : index;
      if (isHidden) spans.push({ from, to: index + word.length, put: STARS });
      isNext = isHidden;
    }
    return spans;
  }

  /** Finds known values in a text from `wordText`. A value of digits does not match inside a longer number. */
  #wordMatches(text: string): ValueMatch[] {
    return this.#names.matches(text).filter(({ start, length }) => {
      const value = text.slice(start, start + length);
      if (!/^\d+$/.test(value) || isNumber(value)) return true;
      return !/\d/.test(text.charAt(start - 1)) && !/\d/.test(text.charAt(start + length));
    });
  }
}

function spellingOf(value: string): string {
  const plain = foldedText(value);
  const digits = plain.replaceAll(/\D/g, '');
  if (!/\p{L}/u.test(plain) && digits.length >= MIN_NUMBER_DIGITS) return digits;
  return wordText(value).trim();
}

function signsAround(value: string): Pick<MaskedValue, 'lead' | 'tail'> {
  const plain = foldedText(value);
  return { lead: /^[^\p{L}\p{N}]*/u.exec(plain)?.[0] ?? '', tail: /[^\p{L}\p{N}]*$/u.exec(plain)?.[0] ?? '' };
}

function isNumber(spelling: string): boolean {
  return /^\d+$/.test(spelling) && spelling.length >= MIN_NUMBER_DIGITS;
}

/** Returns `id` for a property that names a person or a company: its value is already known. */
function otherTextKind(name: string | null, text: string): TextKind {
  return personalFieldOf(name) === null ? textKind(name, text) : 'id';
}

function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

/** Replaces the spans, times, ICCIDs and EIDs in the text with `~`. */
function covered(text: string, spans: readonly Edit[]): string {
  const cards = digitRuns(text).flatMap((run) =>
    cardRanges(run).map(([start, end]) => ({ from: run.at[start] ?? 0, to: (run.at[end - 1] ?? 0) + 1 })),
  );
  let result = withoutTimes(text);
  for (const { from, to } of [...cards, ...spans])
    result = result.slice(0, from) + '~'.repeat(to - from) + result.slice(to);
  return result;
}

function notIn(allowed: readonly ValueMatch[], matches: ValueMatch[]): ValueMatch[] {
  return matches.filter(
    ({ start, length }) =>
      !allowed.some((longer) => start >= longer.start && start + length <= longer.start + longer.length),
  );
}

function quoteAt(unwrapped: number): string {
  let quote = '"';
  for (let level = 0; level < unwrapped; level += 1) quote = quote.replaceAll(/["\\]/g, String.raw`\$&`);
  return quote;
}

function edited(text: string, edits: readonly Edit[]): MaskedSegment[] {
  const segments: MaskedSegment[] = [];
  let copiedTo = 0;
  for (const { from, to, put } of withoutOverlap(edits)) {
    if (from > copiedTo) segments.push({ text: text.slice(copiedTo, from), masked: false });
    segments.push({ text: put, masked: true });
    copiedTo = to;
  }
  if (copiedTo < text.length || segments.length === 0) segments.push({ text: text.slice(copiedTo), masked: false });
  return segments;
}

function joined(segments: readonly MaskedSegment[]): string {
  return segments.map(({ text }) => text).join('');
}

function withoutOverlap(edits: readonly Edit[]): Edit[] {
  const apart: Edit[] = [];
  // If two edits begin together, the longer one comes first and covers the other.
  for (const edit of edits.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = apart.at(-1);
    if (last === undefined || edit.from >= last.to) apart.push(edit);
    else if (edit.to > last.to) apart[apart.length - 1] = { from: last.from, to: edit.to, put: STARS };
  }
  return apart;
}
