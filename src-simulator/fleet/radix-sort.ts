/** Sorts rows by whole numbers, digit by digit from the last. Rows with equal numbers keep their order. */
import type { TaskSteps } from './cooperative-scheduler.ts';

const ROWS_PER_STEP = 4096;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

export function* radixSorted(
  rows: Uint32Array,
  keys: Uint32Array | Float64Array,
  direction: 'asc' | 'desc',
): TaskSteps<Uint32Array> {
  let largest = 0;
  for (let row = 0; row < keys.length; row++) {
    largest = Math.max(largest, keys[row] ?? 0);
    if (row % ROWS_PER_STEP === 0) yield;
  }
  let from = rows;
  for (let unit = 1; unit <= largest; unit *= DIGITS) {
    const digitOf = (row: number): number => {
      const digit = Math.floor((keys[row] ?? 0) / unit) % DIGITS;
      return direction === 'asc' ? digit : DIGITS - 1 - digit;
    };
    const starts = new Uint32Array(DIGITS + 1);
    for (let row = 0; row < keys.length; row++) {
      const after = digitOf(row) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
      if (row % ROWS_PER_STEP === 0) yield;
    }
    for (let digit = 1; digit <= DIGITS; digit++) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    const to = new Uint32Array(from.length);
    for (let index = 0; index < from.length; index++) {
      const row = from[index] ?? 0;
      const digit = digitOf(row);
      const start = starts[digit] ?? 0;
      to[start] = row;
      starts[digit] = start + 1;
      if (index % ROWS_PER_STEP === 0) yield;
    }
    from = to;
  }
  return from;
}
