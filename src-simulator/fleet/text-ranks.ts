/** Computes for each row a number that sorts like its text by UTF-16 code units. Equal texts get equal numbers. */
import type { TaskSteps } from './cooperative-scheduler.ts';

const ROWS_PER_STEP = 256;
/** Above this number of distinct texts the rows are sorted instead: growing a larger map would block the thread. */
const MAX_DISTINCT_TEXTS = 4096;

/** @param corrections rows with another text than `textOf` returns; read after all rows */
export function* textRanks(
  size: number,
  textOf: (row: number) => string,
  corrections?: () => Iterable<readonly [row: number, text: string]>,
): TaskSteps<Uint32Array> {
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(size);
  const codeOfText = (text: string): number => {
    const existing = codeOf.get(text);
    if (existing !== undefined) return existing;
    codeOf.set(text, codeOf.size);
    return codeOf.size - 1;
  };
  for (let row = 0; row < size; row++) {
    codes[row] = codeOfText(textOf(row));
    if (codeOf.size > MAX_DISTINCT_TEXTS && corrections === undefined) return yield* ranksOfMany(size, textOf);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  let corrected = 0;
  for (const [row, text] of corrections?.() ?? []) {
    codes[row] = codeOfText(text);
    if (++corrected % ROWS_PER_STEP === 0) yield;
  }
  const rankOfCode = new Uint32Array(codeOf.size);
  for (const [rank, text] of [...codeOf.keys()].toSorted(byCodeUnits).entries()) rankOfCode[codeOfText(text)] = rank;
  for (let row = 0; row < size; row++) {
    codes[row] = rankOfCode[codes[row] ?? 0] ?? 0;
    if (row % (ROWS_PER_STEP * 16) === 0) yield;
  }
  return codes;
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function* ranksOfMany(size: number, textOf: (row: number) => string): TaskSteps<Uint32Array> {
  const texts = new TextPool(size);
  for (let row = 0; row < size; row++) {
    texts.add(textOf(row));
    if (row % ROWS_PER_STEP === 0) yield;
  }
  const rows = yield* mergeSorted(size, (left, right) => texts.compare(left, right));
  const ranks = new Uint32Array(size);
  let rank = 0;
  for (let position = 1; position < size; position++) {
    const row = rows[position] ?? 0;
    if (texts.compare(rows[position - 1] ?? 0, row) !== 0) rank++;
    ranks[row] = rank;
    if (position % ROWS_PER_STEP === 0) yield;
  }
  return ranks;
}

/** Stores all texts in one array. A million string objects would make the garbage collector block the thread. */
class TextPool {
  readonly #starts: Uint32Array;
  #units = new Uint16Array(4096);
  #count = 0;
  #common: number | null = null;

  constructor(size: number) {
    this.#starts = new Uint32Array(size + 1);
  }

  add(text: string): void {
    const start = this.#starts[this.#count] ?? 0;
    const end = start + text.length;
    if (end > this.#units.length) this.#grow(end);
    for (let index = 0; index < text.length; index++) this.#units[start + index] = text.charCodeAt(index);
    this.#common = Math.min(this.#common ?? text.length, this.#commonWithFirst(start, text.length));
    this.#starts[++this.#count] = end;
  }

  compare(left: number, right: number): number {
    const [leftStart, rightStart] = [this.#starts[left] ?? 0, this.#starts[right] ?? 0];
    const leftLength = (this.#starts[left + 1] ?? 0) - leftStart;
    const rightLength = (this.#starts[right + 1] ?? 0) - rightStart;
    const length = Math.min(leftLength, rightLength);
    for (let index = this.#common ?? 0; index < length; index++) {
      const difference = (this.#units[leftStart + index] ?? 0) - (this.#units[rightStart + index] ?? 0);
      if (difference !== 0) return difference;
    }
    return leftLength - rightLength;
  }

  #commonWithFirst(start: number, length: number): number {
    const limit = Math.min(length, this.#common ?? length);
    let index = 0;
    while (index < limit && this.#units[index] === this.#units[start + index]) index++;
    return index;
  }

  #grow(minLength: number): void {
    const grown = new Uint16Array(Math.max(minLength, this.#units.length * 2));
    grown.set(this.#units);
    this.#units = grown;
  }
}

function* mergeSorted(size: number, compare: (left: number, right: number) => number): TaskSteps<Uint32Array> {
  const RUN = 64;
  let from = Uint32Array.from({ length: 0 });
  let to = new Uint32Array(size);
  from = new Uint32Array(size);
  for (let row = 0; row < size; row++) from[row] = row;
  for (let start = 0; start < size; start += RUN) {
    from.subarray(start, start + RUN).sort(compare);
    yield;
  }
  for (let width = RUN; width < size; width *= 2) {
    for (let start = 0; start < size; start += 2 * width) {
      const middle = Math.min(start + width, size);
      const end = Math.min(start + 2 * width, size);
      let [left, right] = [start, middle];
      for (let index = start; index < end; index++) {
        const isLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0);
        to[index] = from[isLeft ? left++ : right++] ?? 0;
        if (index % ROWS_PER_STEP === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
