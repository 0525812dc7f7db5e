/**
 * Finds many values in a single pass: a request of ten thousand resources names thirty thousand values. A value of
 * fewer than four characters matches only as a separate word, because it is part of many other words.
 */

export interface ValueMatch {
  readonly start: number;
  readonly length: number;
}

/** First characters of a value. They decide if it is compared at a position at all. */
const PREFIX_LENGTH = 4;
/** Powers of two. Each event has its own index, so an event with few values gets a small filter. */
const MIN_BLOOM_SIZE = 256;
const MAX_BLOOM_SIZE = 65_536;
const BLOOM_OF_VALUE = 16;

interface Bucket {
  readonly values: Set<string>;
  /** Longest first. */
  lengths: number[];
}

export class ValueIndex {
  readonly #buckets = new Map<string, Bucket>();
  readonly #short = new Map<string, Bucket>();
  readonly #heads: Uint8Array;
  readonly #firsts = new Set<number>();

  /** `values` are folded like the texts that are searched; none is empty. */
  constructor(values: readonly string[]) {
    let bloom = MIN_BLOOM_SIZE;
    while (bloom < MAX_BLOOM_SIZE && bloom < values.length * BLOOM_OF_VALUE) bloom *= 2;
    this.#heads = new Uint8Array(bloom);
    for (const value of values) {
      if (value.length >= PREFIX_LENGTH) {
        addTo(this.#buckets, value.slice(0, PREFIX_LENGTH), value);
        this.#heads[this.#hashAt(value, 0)] = 1;
      } else {
        addTo(this.#short, value.charAt(0), value);
        this.#firsts.add(value.charCodeAt(0));
      }
    }
  }

  get isEmpty(): boolean {
    return this.#buckets.size === 0 && this.#short.size === 0;
  }

  /** Returns every match of every value, including overlapping ones, ordered by start. */
  matches(text: string): ValueMatch[] {
    const matches: ValueMatch[] = [];
    const last = text.length - PREFIX_LENGTH;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#firsts.size > 0 && this.#firsts.has(text.charCodeAt(at)))
        collect(text, at, this.#short.get(text.charAt(at)), matches, true);
      if (at <= last && this.#heads[this.#hashAt(text, at)] === 1)
        collect(text, at, this.#buckets.get(text.slice(at, at + PREFIX_LENGTH)), matches, false);
    }
    return matches;
  }

  #hashAt(text: string, at: number): number {
    let hash = 0;
    for (let sign = at; sign < at + PREFIX_LENGTH; sign += 1) hash = (hash * 31 + text.charCodeAt(sign)) | 0;
    return (hash ^ (hash >>> 16)) & (this.#heads.length - 1);
  }
}

function addTo(buckets: Map<string, Bucket>, head: string, value: string): void {
  let bucket = buckets.get(head);
  if (bucket === undefined) {
    bucket = { values: new Set(), lengths: [] };
    buckets.set(head, bucket);
  }
  bucket.values.add(value);
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
