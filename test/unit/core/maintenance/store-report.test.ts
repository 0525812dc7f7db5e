import { describe, expect, it } from 'vitest';
import { readStoreReport } from '../../../../src-main/core/maintenance/store-report.ts';
import type { CountQuery, EventReader } from '../../../../src-main/core/ports/event-store.ts';
import type { BackupCopy } from '../../../../src-shared/domain/store-condition.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const DAY = 86_400_000;
const EXTRA_BYTES = { search: 30_000, cases: 20_000, inventory: 10_000 };
const KEEP_DAYS = { failures: 365, successes: 90, heartbeats: 7, searches: 30 };

/** 1 000 events in 500 kB, of which 100 kB are empty: 400 bytes per event. */
function readerOf(oldestAt: number | null, queries: CountQuery[] = []): EventReader {
  return {
    ...emptyReader,
    extent: async () => ({ oldestSeq: 1, newestSeq: 5_000, storedEvents: oldestAt === null ? 0 : 1_000 }),
    figures: async () => ({ bytes: 500_000, freeBytes: 100_000, beside: EXTRA_BYTES, oldestAt }),
    count: async (query) => {
      queries.push(query);
      return query.to === 5_000 ? { count: 100, next: 4_000 } : { count: 40, next: null };
    },
  };
}

describe('[PAGE-11] the figures of a store', () => {
  it('contain its size and the growth over the last seven days', async () => {
    const clock = new FakeClock();
    const now = clock.now();
    const copy: BackupCopy = { path: '/one.db', at: now, bytes: 1, storedEvents: 1 };
    const queries: CountQuery[] = [];
    const reader = readerOf(now - 30 * DAY, queries);
    expect(await readStoreReport({ reader, backups: async () => [copy] }, clock, KEEP_DAYS)).toEqual({
      bytes: 500_000,
      freeBytes: 100_000,
      beside: EXTRA_BYTES,
      storedEvents: 1_000,
      oldestAt: now - 30 * DAY,
      bytesPerDay: (140 / 7) * 400,
      keepDays: KEEP_DAYS,
      backups: [copy],
    });
    expect(queries.map(({ after, to }) => [after, to])).toEqual([
      [0, 5_000],
      [0, 4_000],
    ]);
    expect(queries[0]?.filter).toEqual({ terms: [{ kind: 'since', time: { kind: 'at', at: now - 7 * DAY } }] });
  });

  it.each([
    ['over its age if the store is younger', 2, (140 / 2) * 400],
    ['as unknown for the first day', 0.9, null],
    ['as unknown if the clock was set back', -3, null],
  ])('contain the growth %s', async (_, days, bytesPerDay) => {
    const clock = new FakeClock();
    const reader = readerOf(clock.now() - days * DAY);
    const report = await readStoreReport({ reader, backups: async () => [] }, clock, KEEP_DAYS);
    expect(report.bytesPerDay).toBe(bytesPerDay);
  });

  it('contain no growth for an empty store', async () => {
    const report = await readStoreReport(
      { reader: readerOf(null), backups: async () => [] },
      new FakeClock(),
      KEEP_DAYS,
    );
    expect({ oldestAt: report.oldestAt, bytesPerDay: report.bytesPerDay }).toEqual({
      oldestAt: null,
      bytesPerDay: null,
    });
  });
});
