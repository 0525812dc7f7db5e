/**
 * Replaces personal values with stars: known values in any spelling, numbers with the form of a subscriber's number,
 * and in sentences every word that may be a name. Nothing else in the text changes; JSON stays JSON.
 */
import { MAX_UNWRAP_LEVELS, MAY_BE_JSON, parseJsonText } from '../../../src-shared/service/json-text.ts';
import { endOfString } from '../../../src-shared/service/json-contradictions.ts';
import { personalFieldOf } from '../../../src-shared/service/personal-values.ts';
import { runSync, type Steps } from '../lib/steps.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { mayHaveCandidate } from './candidates.ts';
import { type Edit, edited, joined, type MaskedSegment, NO_EDITS, STARS } from './edits.ts';
import { folded, MappedText, part, sourceRange, unescaped, unescapedText, wordsOf, wordText } from './folded-text.ts';
import {
  hasOnlyAllowedWords,
  isAllowedWord,
  isSeveralWords,
  kindOfName,
  type TextKind,
  textKind,
} from './free-text.ts';
import {
  cardFieldOf,
  cardRanges,
  digitRuns,
  type FewestDigits,
  fewestDigits,
  NO_NUMBER,
  type NumberMatch,
  numberMatches,
  withoutTimes,
} from './number-forms.ts';
import { isNumber, KnownValues, withoutSpaces } from './known-values.ts';
import type { ValueMatch } from './value-index.ts';

export interface MaskOptions {
  /** Returns the replacement of a known value, without quotes and backslashes. Default: stars. */
  readonly put?: (value: string) => string;
  /** Values that are never masked, not even in part. */
  readonly keep?: readonly string[];
  /** Values whose words stay in sentences, such as the ids of the event. */
  readonly allowedWords?: readonly string[];
  /** Masks more than known values: numbers by their form, and for `company` and `user` the words of sentences. */
  readonly fields?: readonly string[];
  /** Texts that are known to be JSON. */
  readonly parsed?: ReadonlySet<string>;
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

export class Mask {
  readonly #known: KnownValues;
  readonly #fields: ReadonlySet<string>;
  readonly #hidesNames: boolean;
  readonly #putNumber: NonNullable<MaskOptions['putNumber']>;
  readonly #fewest: Readonly<Record<TextKind, FewestDigits>>;
  readonly #parsed: ReadonlySet<string>;

  constructor(values: readonly string[], options: MaskOptions = {}) {
    const { put = () => STARS, keep = [], allowedWords = [], fields = [], putNumber = () => STARS } = options;
    this.#known = new KnownValues(values, { put, keep, allowedWords });
    this.#fewest = fewestDigits(this.#known.shortestNumber);
    this.#fields = new Set(fields);
    this.#hidesNames = fields.includes('company') || fields.includes('user');
    this.#putNumber = putNumber;
    this.#parsed = options.parsed ?? new Set();
  }

  get isEmpty(): boolean {
    return this.#known.byText.size === 0 && this.#fields.size === 0;
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
    yield* this.#read(new MappedText(text), 0, edits, null);
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
    this.#plain(new MappedText(text), 0, edits, kind);
    return edited(text, edits);
  }

  /** True if a part that was not masked still contains a known value, or a list has one cut into its texts. */
  *leftSteps(text: string, segments: readonly MaskedSegment[]): Steps<boolean> {
    if (this.#known.byText.size === 0) return false;
    const unmasked = segments.map((segment) => (segment.masked ? '\n' : segment.text)).join('');
    for (let [inside, left, unwrapped] = [text, unmasked, 0]; ; unwrapped += 1) {
      if (this.#hasCutValue(inside)) return true;
      yield;
      for (let from = 0; from < left.length; from += STEP_CHARACTERS) {
        const piece = left.slice(from, from + STEP_CHARACTERS + OVERLAP_CHARACTERS);
        if (mayHaveCandidate(piece, 0, piece.length, this.#known.names, NO_NUMBER)) {
          const words = wordText(piece);
          const matches = this.#wordMatches(words);
          if (matches.length > 0 && notIn(this.#known.allowed.matches(words), matches).length > 0) return true;
        }
        yield;
      }
      if (unwrapped > MAX_UNWRAP_LEVELS || !inside.includes('\\')) return false;
      // The words and the lists are the same without backslashes that escape only signs.
      if (left.length <= STEP_CHARACTERS && !/\\[^"\\/]/.test(inside)) return false;
      [inside, left] = [unescapedText(inside), unescapedText(left)];
    }
  }

  #hasCutValue(text: string): boolean {
    return (
      hasList(text) &&
      text.split(/[{}]/).some((inside) => {
        const start = inside.indexOf('[');
        const list = start === -1 ? '' : inside.slice(start, inside.lastIndexOf(']'));
        if (!list.includes(',')) return false;
        const together = withoutSpaces(wordText(list));
        return notIn(this.#known.allowed.matches(together), this.#known.cut.matches(together)).length > 0;
      })
    );
  }

  *#read(reading: MappedText, unwrapped: number, edits: Edit[], name: string | null): Steps<void> {
    yield;
    const isJson = unwrapped <= MAX_UNWRAP_LEVELS && this.#isJson(reading.text);
    yield;
    if (isJson) yield* this.#structure(reading, unwrapped, edits, name);
    else this.#plain(reading, unwrapped, edits, textKind(name, reading.text));
  }

  #isJson(text: string): boolean {
    return this.#parsed.has(text) || parseJsonText(text, 'lose').kind === 'value';
  }

  /** Masks strings by their content. Outside of strings, a number that is masked becomes a string. */
  *#structure(reading: MappedText, unwrapped: number, edits: Edit[], name: string | null): Steps<void> {
    const { text } = reading;
    const frames: Frame[] = [{ opener: '[', name, isValue: true, type: null }];
    let tokens = 0;
    for (let at = 0, end = 0; at < text.length; at = end) {
      const sign = text.charAt(at);
      end = at + 1;
      if (sign <= ' ') continue;
      if ((tokens += 1) % STEP_TOKENS === 0) yield;
      const frame = frames.at(-1);
      if (frame === undefined) return;
      if (sign === '"') {
        end = endOfString(text, at) + 1;
        const written = text.slice(at + 1, end - 1);
        const inside = written.includes('\\') ? unescaped(part(reading, at + 1, end - 1)) : null;
        const content = inside?.text ?? written;
        let kind: TextKind = 'id';
        if (frame.isValue) {
          if (frame.name === 'type') frame.type = content;
          const ofValue = frame.name === 'value' && frame.type !== null ? frame.type : frame.name;
          if (MAY_BE_JSON.test(content)) {
            yield* this.#read(inside ?? part(reading, at + 1, end - 1), unwrapped + 1, edits, ofValue);
            continue;
          }
          kind = otherTextKind(ofValue, content);
        } else frame.name = content;
        if (inside === null && !this.#mayChange(written, kind, text, at + 1)) continue;
        this.#plain(inside ?? part(reading, at + 1, end - 1), unwrapped + 1, edits, kind);
      } else if (sign === ',' || sign === ':') {
        if (frame.opener === '{') frame.isValue = sign === ':';
      } else if (sign === '{' || sign === '[') {
        frames.push({ opener: sign, name: frame.name, isValue: sign === '[', type: null });
      } else if (sign === '}' || sign === ']') {
        frames.pop();
      } else {
        end = endOfWord(text, at);
        const [found] = this.#edits(part(reading, at, end), otherTextKind(frame.name, ''));
        if (found === undefined) continue;
        const quote = quoteAt(unwrapped);
        edits.push({ from: reading.at(at), to: reading.at(end), put: `${quote}${found.put}${quote}` });
      }
    }
  }

  #plain(reading: MappedText, unwrapped: number, edits: Edit[], kind: TextKind): void {
    for (const edit of this.#edits(reading, kind)) edits.push(edit);
    if (unwrapped <= MAX_UNWRAP_LEVELS && reading.text.includes('\\'))
      this.#plain(unescaped(reading), unwrapped + 1, edits, kind);
  }

  #edits(reading: MappedText, kind: TextKind): readonly Edit[] {
    const { text } = reading;
    if (!this.#mayChange(text, kind)) return NO_EDITS;
    const whole = this.#known.wholes.get(text);
    if (this.#known.kept.has(whole?.text ?? text)) {
      const card = cardFieldOf(text);
      if (card !== null && !this.#fields.has(card)) return NO_EDITS;
    } else if (whole !== undefined) return [{ from: reading.at(0), to: reading.at(text.length), put: whole.put }];
    const plain = folded(reading);
    const knownSpans = [
      ...this.#nameSpans(plain.text),
      ...(/\d{2}/.test(plain.text) ? this.#numberSpans(plain.text, kind) : []),
    ];
    const spans = this.#hidesWords(kind)
      ? [...knownSpans, ...this.#otherSpans(covered(plain.text, knownSpans))]
      : knownSpans;
    return spans.map(({ from, to, put }) => ({ ...sourceRange(plain, from, to), put }));
  }

  #hidesWords(kind: TextKind): boolean {
    return kind === 'sentence' && this.#hidesNames;
  }

  /** False only if the text has no edits. `source` has the text at `start`: parts of strings are slow to read. */
  #mayChange(text: string, kind: TextKind, source = text, start = 0): boolean {
    if (mayHaveCandidate(source, start, start + text.length, this.#known.names, this.#fewest[kind])) return true;
    return this.#hidesWords(kind) && !hasOnlyAllowedWords(text);
  }

  #nameSpans(plain: string): Edit[] {
    const spelled = wordsOf(plain);
    const matches = this.#wordMatches(spelled.text);
    if (matches.length === 0) return [];
    return notIn(this.#known.allowed.matches(spelled.text), matches).map(({ start, length }) => {
      const value = this.#known.byText.get(spelled.text.slice(start, start + length));
      let { from, to } = sourceRange(spelled, start, start + length);
      if (value !== undefined && plain.endsWith(value.lead, from)) from -= value.lead.length;
      if (value !== undefined && plain.startsWith(value.tail, to)) to += value.tail.length;
      return { from, to, put: value?.put ?? STARS };
    });
  }

  /** Finds known numbers, whatever is between their digits, then numbers by their form. */
  #numberSpans(plain: string, kind: TextKind): Edit[] {
    const spans: Edit[] = [];
    if (!this.#known.numbers.isEmpty)
      for (const run of digitRuns(plain)) {
        if (run.groups.length === 1) continue;
        const cards = cardRanges(run);
        for (const { start, length } of this.#known.numbers.matches(run.digits)) {
          const end = start + length;
          // Digits inside a card number are no number of their own.
          if (cards.some(([from, to]) => start >= from && end <= to && length < to - from)) continue;
          const put = this.#known.byText.get(run.digits.slice(start, end))?.put ?? STARS;
          spans.push({ from: run.at[start] ?? 0, to: (run.at[end - 1] ?? 0) + 1, put });
        }
      }
    for (const { field, start, end, digits } of numberMatches(plain, this.#fields, kind))
      spans.push({ from: start, to: end, put: this.#known.byText.get(digits)?.put ?? this.#putNumber(field, digits) });
    return spans;
  }

  /** Finds words of a sentence that may be names. Adjacent words become one. */
  #otherSpans(plain: string): Edit[] {
    const spans: Edit[] = [];
    let isNext = false;
    for (const { 0: word, index } of plain.matchAll(/~+|[\p{L}\p{N}]+/gu)) {
      const isHidden = !word.startsWith('~') && !isAllowedWord(word) && !this.#known.allowedWords.has(word);
      const from = isHidden && isNext ? (spans.pop()?.from ?? index) : index;
      if (isHidden) spans.push({ from, to: index + word.length, put: STARS });
      isNext = isHidden;
    }
    return spans;
  }

  /** Finds known values in a text from `wordText`. A value of digits does not match inside a longer number. */
  #wordMatches(text: string): ValueMatch[] {
    return this.#known.names.matches(text).filter(({ start, length }) => {
      const value = text.slice(start, start + length);
      if (!/^\d+$/.test(value) || isNumber(value)) return true;
      return !/\d/.test(text.charAt(start - 1)) && !/\d/.test(text.charAt(start + length));
    });
  }
}

/** Returns `id` for a property that names a person or a company: its value is already known. */
function otherTextKind(name: string | null, text: string): TextKind {
  return (name === null ? null : otherKinds.get(name, () => otherKindOf(name))) ?? textKind(null, text);
}

const otherKinds = new BoundedCache<TextKind | null>();

function otherKindOf(name: string): TextKind | null {
  return personalFieldOf(name) === null ? kindOfName(name) : 'id';
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

const WORD = /[^\s"[\]{},:]+/y;

/** Returns the end of a number, `true`, `false` or `null`. */
function endOfWord(text: string, start: number): number {
  WORD.lastIndex = start;
  WORD.test(text);
  return WORD.lastIndex;
}

/** True if a comma follows a bracket, and both are between the same braces. */
function hasList(text: string): boolean {
  let isInside = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '[') isInside = true;
    else if (sign === '{' || sign === '}') isInside = false;
    else if (sign === ',' && isInside) return true;
  }
  return false;
}

function quoteAt(unwrapped: number): string {
  let quote = '"';
  for (let level = 0; level < unwrapped; level += 1) quote = quote.replaceAll(/["\\]/g, String.raw`\$&`);
  return quote;
}
