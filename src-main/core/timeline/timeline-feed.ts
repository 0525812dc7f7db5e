/**
 * What happened since the reader last looked: the newest rows, how many matched in all, the gaps that began, ended or
 * changed, and what the store holds now. However long the reader slept, one piece says where things stand; it then asks
 * for the pages it wants to see.
 */
import type { TimelineFeedQuery, TimelineUpdate } from '../../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../../src-shared/api/page-timing.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { type Filter, type FilterTerm, resolveTimes } from '../../../src-shared/domain/filter.ts';
import { HEARTBEAT } from '../../../src-shared/domain/session-event.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { readCount } from './tallies.ts';
import { walk } from './walk.ts';

/** Ten pieces a second are as live as an eye can follow (`architecture.md`, rule 3). */
export const FEED_INTERVAL_MS = 100;

/** A reader that resumes need not have this walked again: how far it was looked is told, though nothing matched. */
const PROGRESS_INTERVAL_MS = 5_000;

/** The newest of them: a reader that slept through more reads pages. */
const MAX_GAPS_PER_UPDATE = 200;

const IS_HEARTBEAT: FilterTerm = { kind: 'value', field: 'kind', values: [HEARTBEAT], negated: false };

export interface TimelineFeedParts {
  readonly reader: EventReader;
  readonly clock: Clock;
  /** Told after rows or gaps were committed. */
  readonly committed: ChangeSignal;
}

/** Everything that matches after `after` is in one piece and only one. Ends with the signal. */
export async function* timelineFeed(
  { reader, clock, committed }: TimelineFeedParts,
  query: Omit<TimelineFeedQuery, 'watch'>,
  signal: AbortSignal,
): AsyncGenerator<TimelineUpdate, void, undefined> {
  let told = query.after;
  let toldAt = clock.monotonic();
  const gapNews = new GapUpdates(reader);
  while (!signal.aborted) {
    // Before the store is read: what is committed meanwhile raises it, and is read in the next turn.
    const revision = committed.revision;
    const extent = await reader.extent();
    if (signal.aborted) return;
    const gaps = await gapNews.since(told, Math.max(told, extent.newestSeq));
    if (extent.newestSeq <= told && gaps.length === 0) {
      await committed.changedSince(revision, signal).catch(() => undefined);
      continue;
    }
    const filter = resolveTimes(query.filter, clock.now());
    const found = await between(reader, filter, told, extent.newestSeq, signal);
    told = Math.max(told, extent.newestSeq);
    if (found.count > 0 || gaps.length > 0 || clock.monotonic() - toldAt >= PROGRESS_INTERVAL_MS) {
      yield { ...found, gaps, extent };
      toldAt = clock.monotonic();
    }
    await clock.sleep(FEED_INTERVAL_MS, signal).catch(() => undefined);
  }
}

/**
 * Which gaps are different from what was told of them. Only the one that lasts can change, and it lies behind the newest
 * event: those behind what was told, and behind its last event, are all that there can be to tell.
 */
class GapUpdates {
  readonly #reader: EventReader;
  /** As they were told, by id. */
  #told = new Map<number, string>();

  constructor(reader: EventReader) {
    this.#reader = reader;
  }

  /** Newest first. */
  async since(first: number, last: number): Promise<Gap[]> {
    const gaps = await this.#reader.gaps({ first, last, direction: 'older', limit: MAX_GAPS_PER_UPDATE });
    const news = gaps.filter((gap) => this.#told.get(gap.id) !== JSON.stringify(gap));
    this.#told = new Map(gaps.map((gap) => [gap.id, JSON.stringify(gap)]));
    return news;
  }
}

interface Found {
  readonly rows: EventSummary[];
  readonly count: number;
  readonly heartbeats: number;
}

/** Newest first; after `after` (exclusive), up to `to` (inclusive). */
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
