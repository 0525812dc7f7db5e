import { describe, expect, it } from 'vitest';
import { type Cause, causeKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { combinationKey, type DayCounts, NO_COUNTS } from '../../../../src-shared/domain/quality/day-tally.ts';
import type { QualityField } from '../../../../src-shared/domain/quality/quality-schemas.ts';
import { qualityLines } from '../../../../src-shared/domain/quality/quality-lines.ts';
import { RECOVERY_CLASSES, recoveryClass, recoveryTime } from '../../../../src-shared/domain/quality/recovery-time.ts';

const MINUTE = 60_000;
const failed: Cause = { kind: 'localization', operation: 'ENABLED', type: null, code: 'E' };
const localized: Cause = { kind: 'localization', operation: 'LOCALIZED', type: null, code: null };
const failure = causeKey(failed);
/** 29 November 2026, a Sunday. */
const SUNDAY = 20_786;

function tally(day: number, changed: Partial<Parameters<typeof combinationKey>[0]>, counts: Partial<DayCounts>) {
  const named = { of: 'succeeded', country: 'SE', customer: 'a', cause: localized } as const;
  return { day, combination: combinationKey({ ...named, ...changed }), counts: { ...NO_COUNTS, ...counts } };
}

const TALLIES = [
  tally(SUNDAY, {}, { slots: { 3: 20, 4: 1 }, weakened: 2 }),
  tally(SUNDAY, { of: 'failed', country: 'NO', cause: failed }, { slots: { 3: 4 } }),
  tally(SUNDAY + 1, { country: null, customer: 'b' }, { slots: { 4: 2 } }),
  tally(SUNDAY + 1, { of: 'recovered', country: 'NO', cause: failed }, { slots: { 2: 3 } }),
  tally(
    SUNDAY,
    { of: 'partial', country: null, cause: { ...failed, kind: 'request' } },
    { slots: { 3: 1 }, completed: 7, failed: 3 },
  ),
];

describe('the lines of a figure', () => {
  it.each<[QualityField, readonly (readonly [string | null, number, number])[]]>([
    [
      'country',
      [
        ['SE', 21, 0],
        ['NO', 0, 4],
        [null, 2, 0],
      ],
    ],
    [
      'customer',
      [
        ['a', 21, 4],
        ['b', 2, 0],
      ],
    ],
    [
      'cause',
      [
        [null, 23, 0],
        [failure, 0, 4],
      ],
    ],
    [
      'step',
      [
        ['LOCALIZED', 23, 0],
        ['ENABLED', 0, 4],
      ],
    ],
    [
      'hour',
      [
        ['03', 20, 4],
        ['04', 3, 0],
      ],
    ],
    [
      'weekday',
      [
        ['1', 2, 0],
        ['7', 21, 4],
      ],
    ],
    [
      'day',
      [
        ['2026-11-29', 21, 4],
        ['2026-11-30', 2, 0],
      ],
    ],
  ])('by %s contain each attempt once', (by, expected) => {
    const { lines } = qualityLines(TALLIES, 'localization', [by]);
    expect(lines.map(({ values: [value], endings }) => [value, endings.succeeded, endings.failed])).toEqual(expected);
  });

  it('by two fields are one for each combination, and share all ended attempts', () => {
    const { lines } = qualityLines(TALLIES, 'localization', ['country', 'hour']);
    expect(lines.map(({ values, endings, failures }) => [values, endings.succeeded, failures])).toEqual([
      [['SE', '03'], 20, expect.objectContaining({ hits: 0, of: 27 })],
      [['NO', '03'], 0, expect.objectContaining({ rate: 4 / 27, hits: 4, of: 27 })],
      [[null, '04'], 2, expect.objectContaining({ hits: 0, of: 27 })],
      [['SE', '04'], 1, expect.objectContaining({ hits: 0, of: 27 })],
    ]);
  });

  it('have recovered cases, weakened attempts and resources beside the rate', () => {
    const { total, lines } = qualityLines(TALLIES, 'localization', []);
    expect(lines).toEqual([]);
    expect(total).toMatchObject({
      rate: { kind: 'rate', hits: 23, of: 27 },
      weakened: 2,
      recovered: RECOVERY_CLASSES.map((_, index) => (index === 2 ? 3 : 0)),
    });
    const { total: request } = qualityLines(TALLIES, 'request', []);
    expect(request).toMatchObject({
      endings: { partial: 1 },
      rate: { kind: 'too-few', of: 1 },
      resources: { completed: 7, failed: 3 },
    });
  });
});

describe('the time to recover', () => {
  it.each([
    [0, 0],
    [MINUTE - 1, 0],
    [MINUTE, 1],
    [29 * MINUTE, 3],
    [400 * 24 * 60 * MINUTE, 11],
    [-5, 0],
  ])('puts %i ms into class %i', (ms, expected) => expect(recoveryClass(ms)).toBe(expected));

  it.each([
    ['19 cases say too little', [10, 9], 0.5, { kind: 'too-few', recovered: 19 }],
    ['half of the cases are in the first class', [10, 10], 0.5, { kind: 'time', fromMs: 0, toMs: MINUTE }],
    ['nine of ten need longer', [10, 7, 3], 0.9, { kind: 'time', fromMs: 5 * MINUTE, toMs: 15 * MINUTE }],
    [
      'most needed more than a week',
      [...Array.from({ length: 11 }, () => 0), 20],
      0.5,
      { kind: 'time', fromMs: 168 * 60 * MINUTE, toMs: null, recovered: 20 },
    ],
  ])('if %s', (_, counts, part, expected) => expect(recoveryTime(counts, part)).toMatchObject(expected));
});
