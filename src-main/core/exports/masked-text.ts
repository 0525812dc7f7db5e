/**
 * Puts stars over values wherever they stand in a text: in any case, written with JSON's escapes, in a JSON text inside of
 * a string. What was JSON stays JSON, and nothing else in the text is changed. Whether anything is left can be asked.
 */
import { parseJsonText } from '../../../src-shared/service/json-text.ts';

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
/** Shorter ones stand in every other word; they are masked where they are words of their own. */
const LEAST_PIECE = 4;
/** However long the value was: a length tells something, too. */
const STARS = '*'.repeat(8);

export class Mask {
  readonly #values: readonly string[];

  /** What has neither a letter nor a digit tells nobody anything. */
  constructor(values: readonly string[]) {
    const lowered = new Set(values.filter((value) => /[\p{L}\p{N}]/u.test(value)).map(folded));
    // A name may be part of another one.
    this.#values = [...lowered].toSorted((one, other) => other.length - one.length);
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  /** A text that may be JSON. */
  json(text: string): string {
    if (this.isEmpty || !this.isIn(text)) return text;
    const edits: Edit[] = [];
    this.#read(readingOf(text), 0, edits);
    return edited(text, edits);
  }

  text(text: string): string {
    if (this.isEmpty) return text;
    const edits: Edit[] = [];
    this.#plain(readingOf(text), 0, edits);
    return edited(text, edits);
  }

  isIn(text: string): boolean {
    let reading = readingOf(text);
    for (let unwrapped = 0; ; unwrapped += 1) {
      if (this.#places(reading.text).length > 0) return true;
      if (unwrapped > MOST_UNWRAPPED || !reading.text.includes('\\')) return false;
      reading = unescaped(reading);
    }
  }

  #read(reading: Reading, unwrapped: number, edits: Edit[]): void {
    const isJson = unwrapped <= MOST_UNWRAPPED && parseJsonText(reading.text, 'lose').kind === 'value';
    if (isJson) this.#structure(reading, unwrapped, edits);
    else this.#plain(reading, unwrapped, edits);
  }

  /** Strings are read as what they say; outside of them a number that is masked becomes a string of stars. */
  #structure(reading: Reading, unwrapped: number, edits: Edit[]): void {
    const { text, at } = reading;
    for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"[\]{},:]+/gs)) {
      const end = index + token.length;
      if (token.startsWith('"')) {
        const inside = unescaped(part(reading, index + 1, end - 1));
        if (/^\s*[{[]/.test(inside.text)) this.#read(inside, unwrapped + 1, edits);
        else this.#plain(inside, unwrapped + 1, edits);
      } else if (this.#places(token).length > 0) {
        const quote = quoteAt(unwrapped);
        edits.push({ from: at[index] ?? 0, to: at[end] ?? 0, put: `${quote}${STARS}${quote}` });
      }
    }
  }

  #plain(reading: Reading, unwrapped: number, edits: Edit[]): void {
    for (const { begin, length } of this.#places(reading.text)) {
      const [from, to] = [reading.at[begin] ?? 0, reading.at[begin + length] ?? 0];
      edits.push({ from, to, put: STARS });
    }
    if (unwrapped <= MOST_UNWRAPPED && reading.text.includes('\\'))
      this.#plain(unescaped(reading), unwrapped + 1, edits);
  }

  #places(text: string): { readonly begin: number; readonly length: number }[] {
    const lowered = folded(text);
    return this.#values.flatMap((value) => {
      const places = [];
      for (let begin = lowered.indexOf(value); begin !== -1; begin = lowered.indexOf(value, begin + 1))
        if (value.length >= LEAST_PIECE || isWord(lowered, begin, begin + value.length))
          places.push({ begin, length: value.length });
      return places;
    });
  }
}

/** As long as the text, so that places are the same; both small sigmas are one letter. */
function folded(text: string): string {
  const lowered = text.toLowerCase();
  const whole =
    lowered.length === text.length ? lowered : text.replaceAll(/[^\u0130]+/g, (piece) => piece.toLowerCase());
  return whole.replaceAll('ς', 'σ');
}

function isWord(text: string, begin: number, end: number): boolean {
  const isInWord = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at));
  return !isInWord(begin - 1) && !isInWord(end);
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
  for (const { 0: escape, 1: hex, 2: letter = '', index } of reading.text.matchAll(ESCAPE)) {
    take(index);
    at[text.length] = reading.at[index] ?? 0;
    text += hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
    taken = index + escape.length;
  }
  take(reading.text.length);
  at[text.length] = reading.at[reading.text.length] ?? 0;
  return { text, at: at.subarray(0, text.length + 1) };
}

/** As a quote is written in a string of a string. */
function quoteAt(unwrapped: number): string {
  let quote = '"';
  for (let level = 0; level < unwrapped; level += 1) quote = quote.replaceAll(/["\\]/g, String.raw`\$&`);
  return quote;
}

/** Edits that overlap become one. */
function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let taken = 0;
  for (const { from, to, put } of withoutOverlap(edits)) {
    result += text.slice(taken, from) + put;
    taken = to;
  }
  return result + text.slice(taken);
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
