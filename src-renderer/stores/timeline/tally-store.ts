/**
 * Loaded only while shown; again when filter, zone or width change, when matching events arrive, and as time passes.
 * Continues while the list is held.
 */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { countedFields } from '../../../src-shared/domain/event/event-fields.ts';
import { createStore } from 'zustand/vanilla';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';
import { type BarEdges, barEdges, type TimeSpan } from '../../time/bar-edges.ts';
import type { PageClock } from '../../time/page-clock.ts';
import { type Zone, zoneOffset } from '../../time/time-text.ts';
import { separateHeartbeats, withoutFoldedHeartbeats } from './folded-heartbeats.ts';
import { NOT_LOADED } from '../loading/latest-loader.ts';
import { createPacedQuery, type PartialResult } from '../loading/paced-query.ts';
import {
  type FacetSums,
  movesWithTime,
  EMPTY_FACETS,
  NO_BARS,
  type OutcomeBars,
  shownSpan,
  summed,
  withBars,
  withFacets,
} from './tally-sums.ts';
import type { Loadable } from '../loading/watch-scoped.ts';

export interface Tally extends FacetSums {
  readonly filter: Filter;
  /** Number of folded heartbeats that match; no other count includes them. */
  readonly heartbeats: number;
  readonly isComplete: boolean;
}

export interface TallyBars extends BarEdges {
  readonly filter: Filter;
  readonly zone: Zone;
  /** The requested span; the first and last bar may extend beyond it. */
  readonly span: TimeSpan;
  /** Receive time of the oldest stored event, matching or not; null if nothing is stored. */
  readonly oldestAt: number | null;
  readonly outcomes: OutcomeBars;
  readonly isComplete: boolean;
  /** Covers at least the span; null if it could not be read. */
  readonly coverage: Coverage | null;
}

interface TallyState {
  readonly counts: Loadable<Tally>;
  readonly bars: Loadable<TallyBars>;
}

interface TallyRequest {
  readonly filter: Filter;
  readonly zone: Zone;
  readonly maxBars: number;
}

const NOTHING: TallyState = { counts: NOT_LOADED, bars: NOT_LOADED };
/** Even without new events, old ones leave a relative time span. */
const REFRESH_INTERVAL_SECONDS = 60;
/** The bars of a young store span a second each; a chart that nothing arrives in need not move with each of them. */
const BAR_CHECK_SECONDS = 10;
/** Retention removes the oldest events a few at a time, so their time is read again only after 10 min. */
const OLDEST_CACHE_MS = 600_000;
/** The page's clock may lag by the message delay. */
const CLOCK_TOLERANCE_MS = 60_000;

interface CachedCoverage {
  readonly watch: WatchId;
  readonly from: number;
  readonly coverage: Promise<Coverage | null>;
}

interface ActiveTallyQuery extends TallyRequest {
  readonly key: string;
  readonly watch: WatchId;
}

export type TallyStore = ReturnType<typeof createTallyStore>;

export function createTallyStore(
  { timeline, coverage }: Pick<BackendClient, 'timeline' | 'coverage'>,
  clock: PageClock,
  now: () => number,
) {
  const store = createStore<TallyState>(() => NOTHING);
  let watch: WatchId | null = null;
  let shown: TallyRequest | null = null;
  let cachedCoverage: CachedCoverage | null = null;
  let oldest: { readonly at: number; readonly readAt: number } | null = null;
  let stopTicks: (() => void) | null = null;

  async function* readCounts(
    { watch: watchId, filter }: ActiveTallyQuery,
    at: number,
  ): AsyncGenerator<PartialResult<Tally>> {
    const query = { watch: watchId, filter: withoutFoldedHeartbeats(filter), at, after: 0, fields: [...countedFields] };
    const read = (to: number | null) => timeline.facets.query({ ...query, to });
    for await (const { value, isComplete } of summed(read, EMPTY_FACETS, withFacets))
      yield { value: { filter, ...separateHeartbeats(filter, value), isComplete }, isComplete };
  }

  async function* readBars(
    { watch: watchId, filter, zone, maxBars }: ActiveTallyQuery,
    at: number,
  ): AsyncGenerator<PartialResult<TallyBars>> {
    const since = await readOldestAt(watchId, at);
    const span = shownSpan(filter, at, since);
    const cut = barEdges(span, maxBars, (moment) => zoneOffset(moment, zone));
    const watched = coverageFrom(watchId, Math.min(span.from, cut.edges[0] ?? span.from), at);
    const query = { watch: watchId, filter: withoutFoldedHeartbeats(filter), at, after: 0, edges: [...cut.edges] };
    const read = (to: number | null) => timeline.histogram.query({ ...query, to });
    for await (const { value: outcomes, isComplete } of summed(read, NO_BARS, withBars)) {
      const found = { filter, zone, span, oldestAt: since, ...cut, outcomes, isComplete };
      yield { value: { ...found, coverage: await watched }, isComplete };
    }
  }

  async function readOldestAt(watchId: WatchId, at: number): Promise<number | null> {
    if (oldest !== null && at - oldest.readAt < OLDEST_CACHE_MS) return oldest.at;
    const query = { watch: watchId, filter: EVERYTHING, direction: 'newer', cursor: null, limit: 1 } as const;
    const [first] = (await timeline.page.query(query)).rows;
    if (first === undefined) return null;
    if (watchId === watch) oldest = { at: first.receivedAt, readAt: at };
    return first.receivedAt;
  }

  /** Reads coverage again only if it changed or if the span starts earlier; its end is always the present. */
  function coverageFrom(watchId: WatchId, from: number, at: number): Promise<Coverage | null> {
    if (cachedCoverage?.watch === watchId && from >= cachedCoverage.from) return cachedCoverage.coverage;
    const read = coverage.span.query({ watch: watchId, from, to: at + CLOCK_TOLERANCE_MS }).catch(() => {
      if (cachedCoverage === entry) cachedCoverage = null;
      return null;
    });
    const entry: CachedCoverage = { watch: watchId, from, coverage: read };
    // Answers for another watch are not cached.
    if (watchId === watch) cachedCoverage = entry;
    return read;
  }

  const counts = createPacedQuery(readCounts, clock, now, (result) =>
    store.setState(({ counts: before }) => ({ counts: { ...before, ...result } })),
  );
  const bars = createPacedQuery(readBars, clock, now, (result) =>
    store.setState(({ bars: before }) => ({ bars: { ...before, ...result } })),
  );

  function updateQueries(): void {
    if (watch === null || shown === null) {
      counts.setQuery(null);
      bars.setQuery(null);
      stopTicks?.();
      stopTicks = null;
      return;
    }
    const key = `${watch} ${printFilter(shown.filter)}`;
    counts.setQuery({ ...shown, watch, key });
    bars.setQuery({ ...shown, watch, key: `${key} ${shown.zone} ${shown.maxBars}` });
    let seconds = 0;
    stopTicks ??= clock.everySecond(() => {
      seconds += 1;
      if (seconds % BAR_CHECK_SECONDS === 0) tick(seconds % REFRESH_INTERVAL_SECONDS === 0);
    });
  }

  function tick(isMinute: boolean): void {
    const last = store.getState().bars.value?.edges.at(-1);
    const isFixed = shown?.filter.terms.some((term) => term.kind === 'until' && term.time.kind === 'at') === true;
    if (last !== undefined && now() >= last && !isFixed) bars.refresh();
    if (isMinute && shown !== null && movesWithTime(shown.filter)) refresh();
  }

  function refresh(): void {
    counts.refresh();
    bars.refresh();
  }

  return {
    ...store,
    show(question: TallyRequest | null) {
      shown = question;
      updateQueries();
    },
    refresh,
    open(snapshot: WatchSnapshot) {
      watch = snapshot.watch;
      cachedCoverage = null;
      oldest = null;
      store.setState(NOTHING);
      updateQueries();
    },
    onSnapshot(snapshot: WatchSnapshot, before: WatchSnapshot, resumed: boolean) {
      if (snapshot.coverageRevision !== before.coverageRevision) {
        cachedCoverage = null;
        bars.refresh();
      }
      if (resumed) {
        cachedCoverage = null;
        refresh();
      }
    },
    close() {
      watch = null;
      cachedCoverage = null;
      updateQueries();
      store.setState(NOTHING);
    },
  };
}
