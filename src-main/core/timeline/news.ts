/**
 * What happened since the reader last looked: the newest rows, how many matched in all, and what the store holds now.
 * However long the reader slept, one piece says where things stand; it then asks for the pages it wants to see.
 */
import { NEWS_ROWS, type TimelineFeedQuery, type TimelineNews } from '../../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter.ts';
import type { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { readCount } from './tallies.ts';
import { walk } from './walk.ts';

/** Ten pieces a second are as live as an eye can follow (`architecture.md`, rule 3). */
export const FEED_INTERVAL_MS = 100;

/** A reader that resumes need not have this walked again: how far it was looked is told, though nothing matched. */
const LOOKED_EVERY_MS = 5_000;

export interface NewsParts {
  readonly reader: EventReader;
  readonly clock: Clock;
  /** Told after rows were committed. */
  readonly stored: Changes;
}

/** Everything that matches after `after` is in one piece and only one. Ends with the signal. */
export async function* timelineNews(
  { reader, clock, stored }: NewsParts,
  query: Omit<TimelineFeedQuery, 'watch'>,
  signal: AbortSignal,
): AsyncGenerator<TimelineNews, void, undefined> {
  let told = query.after;
  let toldAt = clock.monotonic();
  while (!signal.aborted) {
    // Before the store is read: what is committed meanwhile raises it, and is read in the next turn.
    const revision = stored.revision;
    const extent = await reader.extent();
    if (extent.newestSeq <= told) {
      await stored.beyond(revision, signal).catch(() => undefined);
      continue;
    }
    const filter = resolveTimes(query.filter, clock.now());
    const { rows, count } = await between(reader, filter, told, extent.newestSeq, signal);
    told = extent.newestSeq;
    if (count > 0 || clock.monotonic() - toldAt >= LOOKED_EVERY_MS) {
      yield { rows, count, extent };
      toldAt = clock.monotonic();
    }
    await clock.sleep(FEED_INTERVAL_MS, signal).catch(() => undefined);
  }
}

/** Newest first; after `after` (exclusive), up to `to` (inclusive). */
async function between(
  reader: EventReader,
  filter: Filter,
  after: number,
  to: number,
  signal: AbortSignal,
): Promise<{ rows: EventSummary[]; count: number }> {
  const rows: EventSummary[] = [];
  for await (const row of walk(
    reader,
    { filter, direction: 'older', from: to + 1, to: after + 1, limit: NEWS_ROWS },
    signal,
  ))
    rows.push(row);
  const oldest = rows.at(-1);
  if (oldest === undefined || rows.length < NEWS_ROWS) return { rows, count: rows.length };
  const others = await readCount(reader, { filter, after, to: oldest.seq - 1 }, signal, Number.POSITIVE_INFINITY);
  return { rows, count: rows.length + others.value };
}
