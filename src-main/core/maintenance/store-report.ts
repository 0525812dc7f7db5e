import type { StoreReport } from '../../../src-shared/api/store.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventStore } from '../ports/event-store.ts';
import { readCount } from '../timeline/tallies.ts';
import type { KeepDays } from './retention-limits.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

/** Long enough to include a weekend, short enough to follow a service that grows. */
const WEEK_DAYS = 7;

/** @throws AppError STORE_… */
export async function readStoreReport(
  { reader, backups }: { reader: EventReader; backups: EventStore['backups'] },
  clock: Clock,
  keepDays: KeepDays,
): Promise<StoreReport> {
  const [extent, figures, copies] = await Promise.all([reader.extent(), reader.figures(), backups()]);
  const { bytes, freeBytes, beside, oldestAt } = figures;
  const { storedEvents, newestSeq } = extent;
  const now = clock.now();
  const days = oldestAt === null ? 0 : Math.min(WEEK_DAYS, (now - oldestAt) / DAY_MS);
  let bytesPerDay: number | null = null;
  if (days >= 1 && storedEvents > 0) {
    const recent = await countSince(reader, now - days * DAY_MS, newestSeq);
    bytesPerDay = Math.round((recent / days) * ((bytes - freeBytes) / storedEvents));
  }
  return { bytes, freeBytes, beside, storedEvents, oldestAt, bytesPerDay, keepDays, backups: [...copies] };
}

async function countSince(reader: EventReader, at: number, newestSeq: number): Promise<number> {
  const filter: Filter = { terms: [{ kind: 'since', time: { kind: 'at', at } }] };
  return (await readCount(reader, { filter, after: 0, to: newestSeq }, { maxBatches: Infinity })).value;
}
