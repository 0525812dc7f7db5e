import { describe, expect, it } from 'vitest';
import { pastPeriods, pastRecovery, retryResults } from '../../../../src-shared/domain/quality/cause-past.ts';

const MINUTE = 60_000;

describe('the past of a cause', () => {
  it('joins the times of its cases while at least one was open', () => {
    const stays = [
      { from: 50, to: 60, ended: 'done' },
      { from: 0, to: 10, ended: 'well' },
      { from: 5, to: 20, ended: 'moved' },
      { from: 20, to: 30, ended: 'well' },
      { from: 6, to: 8, ended: 'done' },
    ] as const;
    expect(pastPeriods(stays)).toEqual([
      { from: 50, to: 60, cases: 1, ended: 'done' },
      { from: 0, to: 30, cases: 4, ended: 'well' },
    ]);
    expect(pastPeriods([])).toEqual([]);
  });

  it('counts a case that an operator marked as done as one that had not recovered by then', () => {
    const stays = [
      { from: 0, to: 3 * MINUTE, ended: 'well' },
      { from: 0, to: 1 * MINUTE, ended: 'done' },
      { from: 9, to: 8, ended: 'moved' },
      { from: 0, to: 9 * MINUTE, ended: 'well' },
    ] as const;
    expect(pastRecovery(stays)).toEqual({ halfMs: 3 * MINUTE, mostMs: 9 * MINUTE, of: 4 });
    expect(pastRecovery(stays.slice(1, 3))).toEqual({ halfMs: null, mostMs: null, of: 2 });
  });

  it('counts what retries brought by how long they waited', () => {
    const retries = [
      ...Array.from({ length: 44 }, (_, index) => ({
        waitedMs: 5 * MINUTE + index,
        outcome: index < 32 ? ('succeeded' as const) : ('failed' as const),
      })),
      { waitedMs: 5 * MINUTE - 1, outcome: 'failed' as const },
      { waitedMs: -3, outcome: 'succeeded' as const },
      { waitedMs: 30 * MINUTE, outcome: 'in-progress' as const },
      { waitedMs: 900 * MINUTE, outcome: 'succeeded' as const },
    ];
    expect(retryResults(retries)).toMatchObject([
      { fromMs: 0, toMs: MINUTE, rate: { kind: 'too-few', hits: 1, of: 1 } },
      { fromMs: MINUTE, toMs: 5 * MINUTE, rate: { kind: 'too-few', hits: 0, of: 1 } },
      { fromMs: 5 * MINUTE, toMs: 30 * MINUTE, rate: { kind: 'rate', hits: 32, of: 44 } },
      { fromMs: 30 * MINUTE, toMs: null, rate: { kind: 'too-few', hits: 1, of: 1 } },
    ]);
  });
});
