import { expect, test } from 'vitest';
import { shareEqual } from '../../src-renderer/stores/loading/share-equal.ts';

const before = {
  groups: [
    { key: 'a', counts: [1, 2] },
    { key: 'b', counts: [3] },
  ],
  total: 3,
  gap: null,
};
const copy = () => structuredClone(before);

test('keeps the object of an equal state', () => {
  expect(shareEqual(before, copy())).toBe(before);
  expect(shareEqual(null, before)).toBe(before);
});

test('keeps each equal part of a changed state', () => {
  const next = { ...copy(), total: 4 };
  next.groups.push({ key: 'c', counts: [] });
  const shared = shareEqual(before, next);
  expect(shared).toEqual(next);
  expect(shared.groups[0]).toBe(before.groups[0]);
  expect(shared.groups[1]).toBe(before.groups[1]);
});

test.each<[sentence: string, before: unknown, next: unknown]>([
  ['a removed entry', [1, 2], [1]],
  ['a removed field', { a: 1, b: 2 }, { a: 1 }],
  ['a renamed field', { a: 1 }, { b: 1 }],
  ['an object in place of null', { a: null }, { a: {} }],
  ['null in place of an object', { a: {} }, { a: null }],
  ['an object in place of a list', [], {}],
  ['a list in place of an object', {}, []],
  ['another order', ['a', 'b'], ['b', 'a']],
])('takes over %s', (_sentence, from, next) => {
  expect(shareEqual(from, next)).toEqual(next);
});
