/**
 * Finds many values in a single pass: a request of ten thousand resources names thirty thousand values. A value of
 * fewer than four characters matches only as a separate word, because it is part of many other words.
 */

export interface ValueMatch {
  readonly start: number;
  readonly length: number;
}

/** First characters of a value. They decide if it is compared at a position at all. */
export const PREFIX_LENGTH = 4;
/** Words of 32 bits; powers of two. Each event has its own index, and V8 keeps a filter of 64 bytes in its heap. */
const MIN_BLOOM_WORDS = 16;
const MAX_BLOOM_WORDS = 16_384;

/** With few values, comparing their heads costs less than to build the buckets, which many texts then never need. */
const MAX_COMPARED_HEADS = 8;

interface Bucket {
  readonly values: Set<string>;
  readonly list: string[];
  /** Longest first. */
  lengths: number[];
}

interface Buckets {
  /** By head. */
  readonly long: ReadonlyMap<number, Bucket>;
  /** By the first character. */
  readonly short: ReadonlyMap<number, Bucket>;
}

const NO_VALUES: readonly string[] = [];

export class ValueIndex {
  readonly #values: readonly string[];
  /** Filter: has the bit (`bitOf`) of each value's head. Public, because `mayHaveCandidate` asks for each character. */
  readonly heads: Int32Array;
  readonly #firsts = new Set<number>();
  #buckets: Buckets | null = null;

  /** `values` are folded like the texts that are searched; none is empty. */
  constructor(values: readonly string[]) {
    this.#values = values;
    let words = MIN_BLOOM_WORDS;
    while (words < MAX_BLOOM_WORDS && words < values.length) words *= 2;
    this.heads = new Int32Array(words);
    for (const value of values) {
      if (value.length < PREFIX_LENGTH) this.#firsts.add(value.charCodeAt(0));
      else {
        const bit = bitOf(headAt(value, 0));
        const word = (bit >>> 5) & (words - 1);
        this.heads[word] = (this.heads[word] ?? 0) | (1 << bit);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  /** Returns every match of every value, including overlapping ones, ordered by start. */
  matches(text: string): ValueMatch[] {
    const matches: ValueMatch[] = [];
    if (this.isEmpty) return matches;
    const { long, short } = this.#index;
    const last = text.length - PREFIX_LENGTH;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#firsts.size > 0 && this.#firsts.has(text.charCodeAt(at)))
        collect(text, at, short.get(text.charCodeAt(at)), matches, true);
      if (at > last) continue;
      const head = headAt(text, at);
      const bit = bitOf(head);
      const word = this.heads[(bit >>> 5) & (this.heads.length - 1)] ?? 0;
      if ((word & (1 << bit)) !== 0) collect(text, at, long.get(head), matches, false);
    }
    return matches;
  }

  valuesFrom(head: number): readonly string[] {
    if (this.#buckets === null && this.#values.length <= MAX_COMPARED_HEADS)
      return this.#values.filter((value) => value.length >= PREFIX_LENGTH && headAt(value, 0) === head);
    return this.#index.long.get(head)?.list ?? NO_VALUES;
  }

  /** Returns the values with fewer characters than a head. */
  shortValuesFrom(unit: number): readonly string[] {
    return this.#firsts.has(unit) ? (this.#index.short.get(unit)?.list ?? NO_VALUES) : NO_VALUES;
  }

  get hasShortValues(): boolean {
    return this.#firsts.size > 0;
  }

  get #index(): Buckets {
    return (this.#buckets ??= bucketsOf(this.#values));
  }
}

/** Returns the bit of a head (`headAt`): the lowest five bits are its place in a word of the filter. */
export function bitOf(head: number): number {
  return Math.imul(head, 0x9e_37_79_b1) >>> 12;
}

/** Returns the bytes of ASCII characters. Others share bytes, so heads of different characters may be equal. */
export function headAt(text: string, at: number): number {
  let head = 0;
  for (let sign = at; sign < at + PREFIX_LENGTH; sign += 1) head = (head << 8) ^ text.charCodeAt(sign);
  return head;
}

function bucketsOf(values: readonly string[]): Buckets {
  const [long, short] = [new Map<number, Bucket>(), new Map<number, Bucket>()];
  for (const value of values)
    if (value.length >= PREFIX_LENGTH) addTo(long, headAt(value, 0), value);
    else addTo(short, value.charCodeAt(0), value);
  return { long, short };
}

function addTo(buckets: Map<number, Bucket>, head: number, value: string): void {
  let bucket = buckets.get(head);
  if (bucket === undefined) {
    bucket = { values: new Set(), list: [], lengths: [] };
    buckets.set(head, bucket);
  }
  if (bucket.values.has(value)) return;
  bucket.values.add(value);
  bucket.list.push(value);
  if (!bucket.lengths.includes(value.length))
    bucket.lengths = [...bucket.lengths, value.length].toSorted((one, other) => other - one);
}

function collect(
  text: string,
  start: number,
  bucket: Bucket | undefined,
  matches: ValueMatch[],
  asWord: boolean,
): void {
  if (bucket === undefined) return;
  for (const length of bucket.lengths)
    if (start + length <= text.length && bucket.values.has(text.slice(start, start + length)))
      if (!asWord || isWord(text, start, start + length)) matches.push({ start, length });
}

function isWord(text: string, start: number, end: number): boolean {
  const isInWord = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at));
  return !isInWord(start - 1) && !isInWord(end);
}

export function notIn(allowed: readonly ValueMatch[], matches: ValueMatch[]): ValueMatch[] {
  return matches.filter(
    ({ start, length }) =>
      !allowed.some((longer) => start >= longer.start && start + length <= longer.start + longer.length),
  );
}
