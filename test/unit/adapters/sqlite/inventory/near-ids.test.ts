/** Checks the identifiers that differ from a value by one character against a comparison of all pairs. */
import { expect, test } from 'vitest';
import { NearIds } from '../../../../../src-main/adapters/sqlite/inventory/near-ids.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';

const differsByOne = (one: string, other: string): boolean =>
  one.length === other.length && one.split('').filter((sign, at) => sign !== other[at]).length === 1;

test.each([
  ['digits', '012'],
  ['letters and signs', 'aB_'],
  ['the signs of addresses', '.:-'],
])('[INV-8] the first value that differs by one of %s is noted at each identifier, and at no other', (_, signs) => {
  const random = randomNumbers(7);
  const digits = (length: number) => Array.from({ length }, () => signs[random(3)]).join('');
  const ids = [...new Set(Array.from({ length: 600 }, () => `8946${digits(6 + random(2))}`))];
  const values = Array.from({ length: 2_000 }, () => `${random(9) === 0 ? '7' : '8'}946${digits(6 + random(2))}`);
  const near = new NearIds([...ids, 'su\u00e9-1', '123', `${'9'.repeat(40)}1`]);
  const noted = new Map<number, string>();
  for (const value of ['su\u00e9-2', '124', `${'9'.repeat(40)}2`, ...values]) near.note(value, noted);
  const expected = ids.flatMap((id, index) => {
    const first = values.find((value) => differsByOne(id, value));
    return first === undefined ? [] : [[index, first]];
  });
  expect(expected.length).toBeGreaterThan(100);
  expect([...noted].toSorted(([one], [other]) => one - other)).toEqual(expected);
});

test('the first value that is noted at an identifier stays', () => {
  const near = new NearIds(['89460001']);
  const noted = new Map<number, string>();
  for (const value of ['89460002', '89460003']) near.note(value, noted);
  expect([...noted]).toEqual([[0, '89460002']]);
});
