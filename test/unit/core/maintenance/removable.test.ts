import { describe, expect, it } from 'vitest';
import type { CountQuery } from '../../../../src-main/core/ports/event-store.ts';
import { countRemovable } from '../../../../src-main/core/maintenance/removable.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';

const AT = Date.UTC(2026, 10, 22);
const NOW = { failures: 365, successes: 90, heartbeats: 7, searches: 30 };

async function removableWith(changes: Partial<typeof NOW>, at: number | null = AT) {
  const filters: string[] = [];
  const reader = {
    ...emptyReader,
    extent: async () => ({ oldestSeq: 1, newestSeq: 500, storedEvents: 500 }),
    count: async ({ filter }: CountQuery) => {
      filters.push(printFilter(filter));
      return { count: 7, next: null };
    },
  };
  return { events: await countRemovable(reader, at, NOW, { ...NOW, ...changes }), filters };
}

describe('[PAGE-11] the number of events that shorter retention would remove', () => {
  it.each<[string, Partial<typeof NOW>, readonly string[]]>([
    ['nothing if every class is kept as long or longer', { failures: 730 }, []],
    ['no events if only searches are kept for fewer days', { searches: 1 }, []],
    [
      'failures, partial and unknown outcomes',
      { failures: 30 },
      ['-kind:HEARTBEAT outcome:failed,partial,unknown until:2026-10-23T00:00:00Z'],
    ],
    [
      'all other events, also without an outcome',
      { successes: 30 },
      ['-kind:HEARTBEAT -outcome:failed,partial,unknown until:2026-10-23T00:00:00Z'],
    ],
    ['heartbeats', { heartbeats: 1 }, ['kind:HEARTBEAT until:2026-11-21T00:00:00Z']],
  ])('is counted by class: %s', async (_, changes, filters) => {
    expect(await removableWith(changes)).toEqual({ events: filters.length * 7, filters });
  });

  it('is the sum of the classes', async () => {
    expect((await removableWith({ failures: 1, successes: 1, heartbeats: 1 })).events).toBe(21);
  });

  it('is 0 while no event confirms the time, because nothing is removed then', async () => {
    expect(await removableWith({ failures: 1 }, null)).toEqual({ events: 0, filters: [] });
  });
});
