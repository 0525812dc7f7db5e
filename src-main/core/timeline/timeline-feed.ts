/** Yields what changed since the last update. A slow reader gets one update, then requests the pages that it shows. */
import type { TimelineFeedQuery, TimelineUpdate } from '../../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../../src-shared/api/page-timing.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { type Filter, type FilterTerm, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import { HEARTBEAT } from '../../../src-shared/domain/event/session-event.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { readCount } from './tallies.ts';
import { walk } from './walk.ts';

/** Ten updates a second are as many as the eye can follow. */
const FEED_INTERVAL_MS = 100;

/** Sent even if nothing matches, so that a reader that resumes need not scan the events again. */
const PROGRESS_INTERVAL_MS = 5_000;

/** Only the newest gaps. A reader that missed more reads pages. */
const MAX_GAPS_PER_UPDATE = 200;

const IS_HEARTBEAT: FilterTerm = { kind: 'value', field: 'kind', values: [HEARTBEAT], negated: false };

export interface TimelineFeedParts {
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly committed: ChangeSignal;
}

/** Yields every match after `after` in exactly one update. Ends with the signal. */
export async function* timelineFeed(
  { reader, clock, committed }: TimelineFeedParts,
  query: Omit<TimelineFeedQuery, 'watch'>,
  signal: AbortSignal,
): AsyncGenerator<TimelineUpdate, void, undefined> {
  let emittedThrough = query.after;
  let emittedAt = clock.monotonic();
  let pausedUntil = 0;
  const gapsSince = gapUpdates(reader);
  while (!signal.aborted) {
    // Read before the store, so that a commit during the read causes another turn.
    const revision = committed.revision;
    const readAt = clock.monotonic();
    const extent = await reader.extent();
    if (signal.aborted) return;
    const through = Math.max(emittedThrough, extent.newestSeq);
    const filter = resolveTimes(query.filter, clock.now());
    // Together, so that the thread wakes once for both.
    const [gaps, found] = await Promise.all([
      gapsSince(emittedThrough, through),
      through > emittedThrough ? between(reader, filter, emittedThrough, through, signal) : NOTHING,
    ]);
    if (through > emittedThrough || gaps.length > 0) pausedUntil = readAt + FEED_INTERVAL_MS;
    const isDue = through > emittedThrough && clock.monotonic() - emittedAt >= PROGRESS_INTERVAL_MS;
    emittedThrough = through;
    if (found.count > 0 || gaps.length > 0 || isDue) {
      yield { ...found, gaps, extent };
      emittedAt = clock.monotonic();
    }
    await committed.changedSince(revision, signal).catch(() => undefined);
    const restMs = pausedUntil - clock.monotonic();
    if (restMs > 0) await clock.sleep(restMs, signal).catch(() => undefined);
  }
}

/** Only the current gap can change, and it follows the newest event: gaps after the last reported event are enough. */
function gapUpdates(reader: EventReader) {
  let emitted = new Map<number, string>();
  return async (first: number, last: number): Promise<Gap[]> => {
    const gaps = await reader.gaps({ first, last, direction: 'older', limit: MAX_GAPS_PER_UPDATE });
    const changedGaps = gaps.filter((gap) => emitted.get(gap.id) !== JSON.stringify(gap));
    emitted = new Map(gaps.map((gap) => [gap.id, JSON.stringify(gap)]));
    return changedGaps;
  };
}

type Found = Pick<TimelineUpdate, 'rows' | 'count' | 'heartbeats'>;

const NOTHING: Found = { rows: [], count: 0, heartbeats: 0 };

/** Newest first. `after` is exclusive, `to` inclusive. */
async function between(
  reader: EventReader,
  filter: Filter,
  after: number,
  to: number,
  signal: AbortSignal,
): Promise<Found> {
  const rows: EventSummary[] = [];
  for await (const row of walk(
    reader,
    { filter, direction: 'older', from: to + 1, to: after + 1, limit: MAX_UPDATE_ROWS },
    signal,
  ))
    rows.push(row);
  const heartbeats = rows.filter(({ kind }) => kind === HEARTBEAT).length;
  const oldest = rows.at(-1);
  if (oldest === undefined || rows.length < MAX_UPDATE_ROWS) return { rows, count: rows.length, heartbeats };
  const rest = { after, to: oldest.seq - 1 };
  const countOf = async (of: Filter) =>
    (await readCount(reader, { filter: of, ...rest }, { signal, maxBatches: Infinity })).value;
  return {
    rows,
    count: rows.length + (await countOf(filter)),
    heartbeats: heartbeats + (await countOf({ terms: [...filter.terms, IS_HEARTBEAT] })),
  };
}
