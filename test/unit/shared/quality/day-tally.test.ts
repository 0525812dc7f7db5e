import { describe, expect, it } from 'vitest';
import { causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import {
  attemptsIn,
  boundedDay,
  combinationKey,
  dayOf,
  type DayTally,
  hourOf,
  MAX_COMBINATIONS,
  NO_COUNTS,
  packCounts,
  parseCombination,
  sumOf,
  unpackCounts,
} from '../../../../src-shared/domain/quality/day-tally.ts';

const cause = { kind: 'localization', operation: 'ALLOCATED', type: null, code: 'X' } as const;
const SWEDEN = { of: 'failed', country: 'SE', customer: 'acme:eu', cause } as const;

describe('the tally of a day', () => {
  it('has the UTC day and hour of a time, also before 1970', () => {
    const at = Date.UTC(2026, 10, 29, 23, 59, 59, 999);
    expect([dayOf(at), dayOf(at + 1), hourOf(at), hourOf(at + 1), dayOf(-1), hourOf(-1)]).toEqual([
      20_786, 20_787, 23, 0, -1, 23,
    ]);
  });

  it('is read as it was packed', () => {
    const counts = { slots: { 0: 3, 23: 1 }, weakened: 2, completed: 0, failed: 4 };
    expect(unpackCounts(packCounts(counts))).toEqual(counts);
    expect(packCounts({ ...NO_COUNTS, slots: { 5: 1 } })).toBe('[[5,1]]');
    expect(parseCombination(combinationKey(SWEDEN))).toEqual({
      ...SWEDEN,
      kind: 'localization',
      cause: causeKey(cause),
    });
  });

  it('adds counts up, and loses what was taken back', () => {
    const one = { ...NO_COUNTS, slots: { 4: 1, 5: 2 }, weakened: 1 };
    expect(sumOf(one, { ...NO_COUNTS, slots: { 4: -1, 6: 1 } })).toEqual({
      ...NO_COUNTS,
      slots: { 5: 2, 6: 1 },
      weakened: 1,
    });
  });

  it.each(['監', '\u0001', '"', 'ä', '\ud800', '%'])(
    'takes at most 1 kB for each combination, even of many %j',
    (sign) => {
      const long = sign.repeat(500);
      const key = combinationKey({
        ...SWEDEN,
        country: long,
        customer: long,
        cause: { kind: 'localization', operation: long, type: long, code: long },
      });
      const slots = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, 999_999]));
      const counts = packCounts({ slots, weakened: 999_999, completed: 9_999_999, failed: 9_999_999 });
      expect(Buffer.byteLength(key + counts)).toBeLessThanOrEqual(1_000);
    },
  );

  it('has a limited number of combinations, and loses no attempt by it', () => {
    const tallies = Array.from({ length: MAX_COMBINATIONS + 500 }, (_, index): DayTally => {
      const combination = combinationKey({ ...SWEDEN, customer: `c-${index}` });
      return { day: 1, combination, counts: { ...NO_COUNTS, slots: { 7: index < 10 ? 9 : 1 } } };
    });
    const bounded = boundedDay(tallies);
    const sum = (list: readonly DayTally[]) => list.reduce((total, { counts }) => total + attemptsIn(counts), 0);
    expect([bounded.length <= MAX_COMBINATIONS, sum(bounded)]).toEqual([true, sum(tallies)]);
    expect(new Set(bounded.map(({ combination }) => combination)).size).toBe(bounded.length);
    expect(bounded.slice(0, 10)).toEqual(tallies.slice(0, 10));
    expect(boundedDay(tallies.slice(0, 3))).toEqual(tallies.slice(0, 3));
  });
});
