import { expect, test } from 'vitest';
import { rangesOf } from '../../src-renderer/screens/timeline/seen-ranges.ts';

test.each([
  [[], []],
  [[7], [[7, 7]]],
  [[9, 7, 8], [[7, 9]]],
  [
    [1, 2, 5, 6, 9, 2],
    [
      [1, 2],
      [5, 6],
      [9, 9],
    ],
  ],
])('[STORE-11] the selected events %j are marked as seen in the ranges %j', (seqs, ranges) => {
  expect(rangesOf(seqs).map(({ first, last }) => [first, last])).toEqual(ranges);
});
