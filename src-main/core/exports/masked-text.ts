/**
 * Puts stars over values wherever they stand in a text: in any case, written with JSON's escapes, in a JSON text inside of
 * a string. What was JSON stays JSON, and nothing else in the text is changed. Whether anything is left can be asked.
 */
import { parseJsonText } from '../../../src-shared/service/json-text.ts';
import { atOnce, type Steps } from '../lib/steps.ts';
import { type Place, ValueIndex } from './value-index.ts';

/** A text as somebody reads it, and where each of its units stands in the text that it was read from. */
interface Reading {
  readonly text: string;
  /** One more than there are units: where the last one ends. */
  readonly at: Uint32Array;
}
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A message in a string, a list in a string of that, and one more. */
const MOST_UNWRAPPED = 4;
/** However long the value was: a length tells something, too. */
const STARS = '*'.repeat(8);

/** A piece of a text that was masked. */
export interface MaskedPiece {
  readonly text: string;
  readonly masked: boolean;
}

export interface MaskOptions {
  /** What stands in the place of a value, as it was given; it has no quotes and no backslashes. Left out: stars. */
  readonly put?: (value: string) => string;
  /** What is never masked, nor any part of it. */
  readonly keep?: readonly string[];
}

/** Each takes some milliseconds at most, but for one `JSON.parse` of the text. */
const STEP_SIGNS = 262_144;
const STEP_TOKENS = 4_096;

export class Mask {
  /** Folded value → what stands in its place. */
  readonly #values: ReadonlyMap<string, string>;
  readonly #index: ValueIndex;
  readonly #kept: ValueIndex;

  /** What has neither a letter nor a digit tells nobody anything. */
  constructor(values: readonly string[], { put = () => STARS, keep = [] }: MaskOptions = {}) {
    const telling = values.filter((value) => /[\p{L}\p{N}]/u.test(value));
    this.#values = new Map(telling.map((value) => [folded(value), put(value)]));
    this.#index = new ValueIndex(this.#values.keys());
    this.#kept = new ValueIndex(keep.map(folded));
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** A text that may be JSON. */
  json(text: string): string {
    return joined(this.jsonPieces(text));
  }

  text(text: string): string {
    return joined(this.pieces(text));
  }

  jsonPieces(text: string): MaskedPiece[] {
    return atOnce(this.jsonSteps(text));
  }

  /** As `jsonPieces`. A text of megabytes takes seconds: between two steps somebody else may have a turn. */
  *jsonSteps(text: string): Steps<MaskedPiece[]> {
    if (this.isEmpty || !(yield* this.#isInSteps(text))) return [{ text, masked: false }];
    const edits: Edit[] = [];
    yield* this.#read(readingOf(text), 0, edits);
    return edited(text, edits);
  }

  pieces(text: string): MaskedPiece[] {
    if (this.isEmpty) return [{ text, masked: false }];
    const edits: Edit[] = [];
    this.#plain(readingOf(text), 0, edits);
    return edited(text, edits);
  }

  /** Whether a value is left in what was not masked. */
  isLeft(pieces: readonly MaskedPiece[]): boolean {
    return atOnce(this.leftSteps(pieces));
  }

  /** As `isLeft`. */
  *leftSteps(pieces: readonly MaskedPiece[]): Steps<boolean> {
    return yield* this.#isInSteps(pieces.map(({ text, masked }) => (masked ? '\n' : text)).join(''));
  }

  isIn(text: string): boolean {
    return atOnce(this.#isInSteps(text));
  }

  *#isInSteps(text: string): Steps<boolean> {
    let inside = text;
    for (let unwrapped = 0; ; unwrapped += 1) {
      const lowered = folded(inside);
      let kept: Place[] | null = null;
      for (let from = 0; from < lowered.length; from += STEP_SIGNS) {
        const range = { from, to: from + STEP_SIGNS };
        const places = this.#index.places(lowered, { ...range, most: this.#kept.isEmpty ? 1 : Infinity });
        if (places.length > 0 && this.#kept.isEmpty) return true;
        if (places.length > 0 && notIn((kept ??= this.#kept.places(lowered)), places).length > 0) return true;
        yield;
      }
      if (unwrapped > MOST_UNWRAPPED || !inside.includes('\\')) return false;
      inside = inside.replaceAll(ESCAPE, unescapedSign);
    }
  }

  *#read(reading: Reading, unwrapped: number, edits: Edit[]): Steps<void> {
    yield;
    const isJson = unwrapped <= MOST_UNWRAPPED && parseJsonText(reading.text, 'lose').kind === 'value';
    yield;
    if (isJson) yield* this.#structure(reading, unwrapped, edits);
    else this.#plain(reading, unwrapped, edits);
  }

  /** Strings are read as what they say; outside of them a number that is masked becomes a string of stars. */
  *#structure(reading: Reading, unwrapped: number, edits: Edit[]): Steps<void> {
    const { text, at } = reading;
    let tokens = 0;
    for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"[\]{},:]+/gs)) {
      if ((tokens += 1) % STEP_TOKENS === 0) yield;
      const end = index + token.length;
      if (token.startsWith('"')) {
        const inside = unescaped(part(reading, index + 1, end - 1));
        if (/^\s*[{[]/.test(inside.text)) yield* this.#read(inside, unwrapped + 1, edits);
        else this.#plain(inside, unwrapped + 1, edits);
      } else if (this.#places(token).length > 0) {
        const quote = quoteAt(unwrapped);
        const put = this.#values.get(folded(token)) ?? STARS;
        edits.push({ from: at[index] ?? 0, to: at[end] ?? 0, put: `${quote}${put}${quote}` });
      }
    }
  }

  #plain(reading: Reading, unwrapped: number, edits: Edit[]): void {
    for (const { begin, length } of this.#places(reading.text)) {
      const [from, to] = [reading.at[begin] ?? 0, reading.at[begin + length] ?? 0];
      const put = this.#values.get(folded(reading.text.slice(begin, begin + length))) ?? STARS;
      edits.push({ from, to, put });
    }
    if (unwrapped <= MOST_UNWRAPPED && reading.text.includes('\\'))
      this.#plain(unescaped(reading), unwrapped + 1, edits);
  }

  #places(text: string): Place[] {
    const lowered = folded(text);
    const places = this.#index.places(lowered);
    return places.length === 0 || this.#kept.isEmpty ? places : notIn(this.#kept.places(lowered), places);
  }
}

function notIn(kept: readonly Place[], places: Place[]): Place[] {
  return places.filter(
    ({ begin, length }) => !kept.some((whole) => begin >= whole.begin && begin + length <= whole.begin + whole.length),
  );
}

/** As long as the text, so that places are the same; both small sigmas are one letter. */
function folded(text: string): string {
  const lowered = text.toLowerCase();
  const whole =
    lowered.length === text.length ? lowered : text.replaceAll(/[^\u0130]+/g, (piece) => piece.toLowerCase());
  return whole.replaceAll('ς', 'σ');
}

function readingOf(text: string): Reading {
  const at = new Uint32Array(text.length + 1);
  for (let unit = 0; unit < at.length; unit += 1) at[unit] = unit;
  return { text, at };
}

function part({ text, at }: Reading, begin: number, end: number): Reading {
  return { text: text.slice(begin, end), at: at.subarray(begin, end + 1) };
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(reading: Reading): Reading {
  if (!reading.text.includes('\\')) return reading;
  let text = '';
  const at = new Uint32Array(reading.text.length + 1);
  let taken = 0;
  const take = (to: number): void => {
    at.set(reading.at.subarray(taken, to), text.length);
    text += reading.text.slice(taken, to);
    taken = to;
  };
  for (const { 0: escape, 1: hex, 2: letter, index } of reading.text.matchAll(ESCAPE)) {
    take(index);
    at[text.length] = reading.at[index] ?? 0;
    text += unescapedSign(escape, hex, letter);
    taken = index + escape.length;
  }
  take(reading.text.length);
  at[text.length] = reading.at[reading.text.length] ?? 0;
  return { text, at: at.subarray(0, text.length + 1) };
}

function unescapedSign(_: string, hex: string | undefined, letter = ''): string {
  return hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
}

/** As a quote is written in a string of a string. */
function quoteAt(unwrapped: number): string {
  let quote = '"';
  for (let level = 0; level < unwrapped; level += 1) quote = quote.replaceAll(/["\\]/g, String.raw`\$&`);
  return quote;
}

/** Edits that overlap become one. */
function edited(text: string, edits: readonly Edit[]): MaskedPiece[] {
  const pieces: MaskedPiece[] = [];
  let taken = 0;
  for (const { from, to, put } of withoutOverlap(edits)) {
    if (from > taken) pieces.push({ text: text.slice(taken, from), masked: false });
    pieces.push({ text: put, masked: true });
    taken = to;
  }
  if (taken < text.length || pieces.length === 0) pieces.push({ text: text.slice(taken), masked: false });
  return pieces;
}

function joined(pieces: readonly MaskedPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function withoutOverlap(edits: readonly Edit[]): Edit[] {
  const apart: Edit[] = [];
  // Of two that begin together the longer one first: it covers the other.
  for (const edit of edits.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = apart.at(-1);
    if (last === undefined || edit.from >= last.to) apart.push(edit);
    else if (edit.to > last.to) apart[apart.length - 1] = { from: last.from, to: edit.to, put: STARS };
  }
  return apart;
}
