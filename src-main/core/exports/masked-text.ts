/**
 * Replaces personal values with stars: known values in any spelling, numbers with the form of a subscriber's number,
 * and in sentences every word that may be a name. Nothing else in the text changes; JSON stays JSON.
 */
import { MAX_UNWRAP_LEVELS, MAY_BE_JSON, parseJsonText } from '../../../src-shared/service/json-text.ts';
import { endOfString, endOfWord } from '../../../src-shared/service/json-contradictions.ts';
import { runSync, type Steps } from '../lib/steps.ts';
import { hasList, mayHaveCandidate } from './candidates.ts';
import { cutsWord, type Edit, edited, joined, type MaskedSegment, NO_EDITS, STARS, unmasked } from './edits.ts';
import { folded, MappedText, part, sourceRange, unescaped, unescapedText, wordsOf, wordText } from './folded-text.ts';
import {
  hasOnlyAllowedWords,
  isAllowedWord,
  isSeveralWords,
  otherTextKind,
  type TextKind,
  textKind,
} from './free-text.ts';
import {
  cardFieldOf,
  cardRanges,
  covered,
  digitRuns,
  type FewestDigits,
  fewestDigits,
  NO_NUMBER,
  type NumberMatch,
  numberMatches,
} from './number-forms.ts';
import type { ShapedText } from './json-shapes.ts';
import { isNumber, KnownValues, withoutSpaces } from './known-values.ts';
import { notIn, type ValueMatch } from './value-index.ts';

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

interface Found {
  readonly edits: Edit[];
  /** False if a text has other spellings, a value that is allowed there, or the rest of a word that was masked. */
  isPlain: boolean;
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

  /** Same as `completeJson`. Undefined if only `completeJson` knows. */
  shapedJson({ text, runs, slots, shapes }: ShapedText): string | null | undefined {
    if (this.isEmpty) return text;
    if (shapes.runsWith(this.#known.words).some((run) => runs.includes(run))) return undefined;
    const segments: MaskedSegment[] = [];
    const found: Found = { edits: [], isPlain: true };
    let copied = 0;
    for (const { slot, start, end, kind, field } of slots) {
      const whole = field !== null && slot.isText ? this.#known.putOf(text.slice(start, end)) : null;
      if (whole !== null) {
        segments.push({ text: text.slice(copied, start), masked: false }, { text: whole, masked: true });
        copied = end;
        continue;
      }
      if (!this.#mayChange(text, start, end, kind)) continue;
      const written = text.slice(start, end);
      if (this.#isKept(written)) continue;
      const edits = this.#changes(new MappedText(written), kind, found);
      const [first] = edits;
      if (first === undefined) continue;
      segments.push({ text: text.slice(copied, start), masked: false });
      if (slot.isText) {
        segments.push(...edited(written, edits));
        if (cutsWord(written, edits)) found.isPlain = false;
      } else segments.push({ text: `${quoteAt(slot.level)}${first.put}${quoteAt(slot.level)}`, masked: true });
      copied = end;
    }
    segments.push({ text: text.slice(copied), masked: false });
    const isLeft = this.#mayBeLeft(text, segments, found) && runSync(this.leftSteps(text, segments));
    return isLeft ? null : joined(segments);
  }

  /** False only if `leftSteps` finds nothing in a shaped text: its texts were read alone, and no value may be cut. */
  #mayBeLeft(text: string, segments: readonly MaskedSegment[], { isPlain }: Found): boolean {
    if (this.#known.byText.size === 0) return false;
    if (!isPlain || hasList(text)) return true;
    if (this.#known.longestWords.length === 0) return false;
    const left = unmasked(segments).toLowerCase();
    return this.#known.longestWords.some((word) => left.includes(word));
  }

  text(text: string): string {
    return this.#masked(text, 'id');
  }

  /** Masks a text from outside where a code is expected. Several words are masked like a sentence. */
  code(text: string): string {
    return this.#masked(text, isSeveralWords(text) ? 'sentence' : 'code');
  }

  /** Same as `code` where an id is expected, which may be a long number. */
  id(text: string): string {
    return this.#masked(text, isSeveralWords(text) ? 'sentence' : 'id');
  }

  jsonSegments(text: string): MaskedSegment[] {
    return runSync(this.jsonSteps(text));
  }

  /** Same as `jsonSegments`, in steps. A text of megabytes takes seconds, and other work can run between two steps. */
  *jsonSteps(text: string): Steps<MaskedSegment[]> {
    if (this.isEmpty) return [{ text, masked: false }];
    const found: Found = { edits: [], isPlain: true };
    yield* this.#read(new MappedText(text), 0, found, null);
    return edited(text, found.edits);
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

  #masked(text: string, kind: TextKind): string {
    if (this.isEmpty) return text;
    const whole = this.#known.putOf(text);
    if (whole !== null) return whole;
    const mayChange = text.includes('\\') || this.#mayChange(text, 0, text.length, kind);
    return mayChange && !this.#isKept(text) ? joined(this.#segmentsOf(text, kind)) : text;
  }

  #segmentsOf(text: string, kind: TextKind): MaskedSegment[] {
    if (this.isEmpty) return [{ text, masked: false }];
    const found: Found = { edits: [], isPlain: true };
    this.#plain(new MappedText(text), 0, found, kind);
    return edited(text, found.edits);
  }

  /** True if a part that was not masked still contains a known value, or a list has one cut into its texts. */
  *leftSteps(text: string, segments: readonly MaskedSegment[]): Steps<boolean> {
    if (this.#known.byText.size === 0) return false;
    for (let [inside, left, unwrapped] = [text, unmasked(segments), 0]; ; unwrapped += 1) {
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

  *#read(reading: MappedText, unwrapped: number, found: Found, name: string | null): Steps<void> {
    yield;
    const isJson = unwrapped <= MAX_UNWRAP_LEVELS && this.#isJson(reading.text);
    yield;
    if (isJson) yield* this.#structure(reading, unwrapped, found, name);
    else this.#plain(reading, unwrapped, found, textKind(name, reading.text));
  }

  #isJson(text: string): boolean {
    return this.#parsed.has(text) || parseJsonText(text, 'lose').kind === 'value';
  }

  /** Masks strings by their content. Outside of strings, a number that is masked becomes a string. */
  *#structure(reading: MappedText, unwrapped: number, found: Found, name: string | null): Steps<void> {
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
            yield* this.#read(inside ?? part(reading, at + 1, end - 1), unwrapped + 1, found, ofValue);
            continue;
          }
          kind = otherTextKind(ofValue, content);
        } else frame.name = content;
        if (inside === null && !this.#mayChange(text, at + 1, end - 1, kind)) continue;
        this.#plain(inside ?? part(reading, at + 1, end - 1), unwrapped + 1, found, kind);
      } else if (sign === ',' || sign === ':') {
        if (frame.opener === '{') frame.isValue = sign === ':';
      } else if (sign === '{' || sign === '[') {
        frames.push({ opener: sign, name: frame.name, isValue: sign === '[', type: null });
      } else if (sign === '}' || sign === ']') {
        frames.pop();
      } else {
        end = endOfWord(text, at);
        const [edit] = this.#edits(part(reading, at, end), otherTextKind(frame.name, ''), found);
        if (edit === undefined) continue;
        const quote = quoteAt(unwrapped);
        found.edits.push({ from: reading.at(at), to: reading.at(end), put: `${quote}${edit.put}${quote}` });
      }
    }
  }

  #plain(reading: MappedText, unwrapped: number, found: Found, kind: TextKind): void {
    for (const edit of this.#edits(reading, kind, found)) found.edits.push(edit);
    if (unwrapped <= MAX_UNWRAP_LEVELS && reading.text.includes('\\'))
      this.#plain(unescaped(reading), unwrapped + 1, found, kind);
  }

  #edits(reading: MappedText, kind: TextKind, found: Found): readonly Edit[] {
    const { text } = reading;
    return this.#mayChange(text, 0, text.length, kind) ? this.#changes(reading, kind, found) : NO_EDITS;
  }

  #changes(reading: MappedText, kind: TextKind, found: Found): readonly Edit[] {
    const { text } = reading;
    if (this.#isKept(text)) return NO_EDITS;
    const whole = this.#known.putOf(text);
    if (whole !== null) return [{ from: reading.at(0), to: reading.at(text.length), put: whole }];
    if (OTHER_SPELLING.test(text)) found.isPlain = false;
    const plain = folded(reading);
    const knownSpans = [
      ...this.#nameSpans(plain.text, found),
      ...(/\d{2}/.test(plain.text) ? this.#numberSpans(plain.text, kind) : []),
    ];
    const spans = this.#hidesWords(kind)
      ? [...knownSpans, ...this.#otherSpans(covered(plain.text, knownSpans))]
      : knownSpans;
    return spans.map(({ from, to, put }) => ({ ...sourceRange(plain, from, to), put }));
  }

  /** True for an ICCID or EID that is never masked, and nothing else. */
  #isKept(text: string): boolean {
    if (!this.#known.kept.has(text)) return false;
    const card = cardFieldOf(text);
    return card !== null && !this.#fields.has(card);
  }

  #hidesWords(kind: TextKind): boolean {
    return kind === 'sentence' && this.#hidesNames;
  }

  /** False only if this part of the text has no edits. */
  #mayChange(text: string, start: number, end: number, kind: TextKind): boolean {
    if (mayHaveCandidate(text, start, end, this.#known.names, this.#fewest[kind])) return true;
    return this.#hidesWords(kind) && !hasOnlyAllowedWords(text.slice(start, end));
  }

  #nameSpans(plain: string, found: Found): Edit[] {
    const spelled = wordsOf(plain);
    const matches = this.#wordMatches(spelled.text);
    if (matches.length === 0) return [];
    const hidden = notIn(this.#known.allowed.matches(spelled.text), matches);
    if (hidden.length < matches.length) found.isPlain = false;
    return hidden.map(({ start, length }) => {
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

const OTHER_SPELLING = /[&%]|\P{ASCII}/u;

function quoteAt(unwrapped: number): string {
  let quote = '"';
  for (let level = 0; level < unwrapped; level += 1) quote = quote.replaceAll(/["\\]/g, String.raw`\$&`);
  return quote;
}
