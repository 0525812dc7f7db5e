/** The last 24 hours for Watch. Loaded only while shown; again when the board has applied events and as time passes. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import { createStore } from 'zustand/vanilla';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { PageClock } from '../../time/page-clock.ts';
import { NOT_LOADED } from '../loading/latest-loader.ts';
import { createPacedQuery, type PartialResult } from '../loading/paced-query.ts';
import { NO_BARS, type OutcomeBars, summed, withBars } from './tally-sums.ts';
import type { Loadable } from '../loading/watch-scoped.ts';

/** UTC epoch ms; bar N spans edge N to edge N + 1. */
interface DayBars {
  readonly edges: readonly number[];
  readonly outcomes: OutcomeBars;
}
interface DayState {
  readonly bars: Loadable<DayBars>;
  /** Newest first. */
  readonly recentSuccesses: Loadable<readonly EventSummary[]>;
}

const BAR_MS = 900_000;
const BARS = 96;
const MAX_RECENT_SUCCESSES = 13;
const MINUTE_SECONDS = 60;

const SUCCEEDED: Filter = {
  terms: [...OUTCOME_EVENTS.terms, { kind: 'value', field: 'outcome', values: ['succeeded'], negated: false }],
};

const NOTHING: DayState = { bars: NOT_LOADED, recentSuccesses: NOT_LOADED };

/** The last bar contains the present. */
export function dayEdges(now: number): readonly number[] {
  const end = (Math.floor(now / BAR_MS) + 1) * BAR_MS;
  return Array.from({ length: BARS + 1 }, (_, index) => end - (BARS - index) * BAR_MS);
}

interface DayQuery {
  readonly key: string;
  readonly watch: WatchId;
}

export type DayStore = ReturnType<typeof createDayStore>;

export function createDayStore({ timeline }: Pick<BackendClient, 'timeline'>, clock: PageClock, now: () => number) {
  const store = createStore<DayState>(() => NOTHING);
  let watch: WatchId | null = null;
  let shown: { readonly recentSuccesses: boolean } | null = null;
  let stopTicks: (() => void) | null = null;

  async function* readBars({ watch: watchId }: DayQuery, at: number): AsyncGenerator<PartialResult<DayBars>> {
    const edges = dayEdges(at);
    const query = { watch: watchId, filter: OUTCOME_EVENTS, at, after: 0, edges: [...edges] };
    const read = (to: number | null) => timeline.histogram.query({ ...query, to });
    for await (const { value: outcomes, isComplete } of summed(read, NO_BARS, withBars))
      yield { value: { edges, outcomes }, isComplete };
  }
  async function* readRecentSuccesses({
    watch: watchId,
  }: DayQuery): AsyncGenerator<PartialResult<readonly EventSummary[]>> {
    const query = {
      watch: watchId,
      filter: SUCCEEDED,
      direction: 'older',
      cursor: null,
      limit: MAX_RECENT_SUCCESSES,
    } as const;
    yield { value: (await timeline.page.query(query)).rows.slice(0, MAX_RECENT_SUCCESSES), isComplete: true };
  }
  const bars = createPacedQuery(readBars, clock, now, (result) =>
    store.setState(({ bars: before }) => ({ bars: { ...before, ...result } })),
  );
  const recentSuccesses = createPacedQuery(readRecentSuccesses, clock, now, (result) =>
    store.setState(({ recentSuccesses: before }) => ({ recentSuccesses: { ...before, ...result } })),
  );

  function updateQueries(): void {
    const query = watch === null || shown === null ? null : { watch, key: watch };
    bars.setQuery(query);
    recentSuccesses.setQuery(shown?.recentSuccesses === true ? query : null);
    if (query === null) {
      stopTicks?.();
      stopTicks = null;
      return;
    }
    let seconds = 0;
    stopTicks ??= clock.everySecond(() => {
      seconds += 1;
      // Starts the next quarter hour even if no event arrives.
      const last = store.getState().bars.value?.edges.at(-1);
      if (seconds % MINUTE_SECONDS === 0 || (last !== undefined && now() >= last)) bars.refresh();
    });
  }
  function refresh(): void {
    bars.refresh();
    recentSuccesses.refresh();
  }

  return {
    ...store,
    show(options: { readonly recentSuccesses: boolean } | null) {
      shown = options;
      updateQueries();
    },
    refresh,
    open(snapshot: WatchSnapshot) {
      watch = snapshot.watch;
      store.setState(NOTHING);
      updateQueries();
    },
    onSnapshot(_: WatchSnapshot, __: WatchSnapshot, resumed: boolean) {
      if (resumed) refresh();
    },
    close() {
      watch = null;
      updateQueries();
      store.setState(NOTHING);
    },
  };
}
