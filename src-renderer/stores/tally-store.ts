/**
 * How many events match the filter that is shown: in all and by value, and over time with what was not watched. Read
 * while somebody looks: when the filter, its zone or the room for bars changes, when something matching was stored, and
 * as time goes by. It goes on while the list is held: it says how many there are, and not what is listed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import { EVERYTHING, type FacetField, type Filter } from '../../src-shared/domain/filter.ts';
import { printFilter } from '../../src-shared/domain/filter-text.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';
import { type BarEdges, barEdges, type TimeSpan } from '../time/bar-edges.ts';
import type { PageClock } from '../time/page-clock.ts';
import { type Zone, zoneOffset } from '../time/time-text.ts';
import { apartFromFolded, withoutFolded } from './folded-beats.ts';
import { UNREAD } from './latest-reading.ts';
import { pacedReading, type Piece } from './paced-reading.ts';
import {
  type FacetSums,
  movesWithTime,
  NO_FACETS,
  type OutcomeBars,
  shownSpan,
  withBars,
  withFacets,
} from './tally-sums.ts';
import type { Reading, WatchScoped } from './watch-scoped.ts';

/** What is counted apart, in the order in which it is shown. */
export const TALLIED = ['outcome', 'code', 'country', 'operation', 'kind', 'type'] as const satisfies FacetField[];
export type TalliedField = (typeof TALLIED)[number];

export interface Tally extends FacetSums {
  readonly filter: Filter;
  /** Of those that match, the ones that the list folds: no other number has them. */
  readonly heartbeats: number;
  /** Everything was counted; else these are as many at least. */
  readonly isWhole: boolean;
}

export interface TallyBars extends BarEdges {
  readonly filter: Filter;
  readonly zone: Zone;
  /** What is asked for; the first and the last bar may reach beyond it. */
  readonly span: TimeSpan;
  /** When the oldest stored event was received, whether it matches or not; `null`: nothing is stored. */
  readonly oldestAt: number | null;
  readonly outcomes: OutcomeBars;
  readonly isWhole: boolean;
  /** Of the span at least; `null` where it could not be read. */
  readonly coverage: Coverage | null;
}

export interface TallyState {
  readonly counts: Reading<Tally>;
  readonly bars: Reading<TallyBars>;
}

interface TallyQuestion {
  readonly filter: Filter;
  readonly zone: Zone;
  /** For how many bars there is room. */
  readonly mostBars: number;
}

export interface TallyStore extends StoreApi<TallyState>, WatchScoped {
  /** `null`: nobody looks. */
  show(question: TallyQuestion | null): void;
  /** Something that matches was stored. */
  stored(): void;
}

const NOTHING: TallyState = { counts: UNREAD, bars: UNREAD };
/** Where nothing is stored, ages still leave a span one by one. */
const MOVED_SECONDS = 60;
/** The oldest events leave the store a few at a time. */
const OLDEST_MS = 600_000;
/** The clocks of page and backend may differ by what a message takes. */
const AHEAD_MS = 60_000;

interface KnownCoverage {
  readonly watch: WatchId;
  readonly from: number;
  /** `null` where it could not be read. */
  readonly coverage: Promise<Coverage | null>;
}

interface Asked extends TallyQuestion {
  readonly key: string;
  readonly watch: WatchId;
}

/** @param now the backend's wall clock. */
export function createTallyStore(
  { timeline, coverage }: Pick<BackendClient, 'timeline' | 'coverage'>,
  clock: PageClock,
  now: () => number,
): TallyStore {
  const store = createStore<TallyState>(() => NOTHING);
  let watch: WatchId | null = null;
  let shown: TallyQuestion | null = null;
  let known: KnownCoverage | null = null;
  let oldest: { readonly at: number; readonly readAt: number } | null = null;
  let stopTicks: (() => void) | null = null;

  async function* countsOf({ watch: of, filter }: Asked, at: number): AsyncGenerator<Piece<Tally>> {
    const counted = withoutFolded(filter);
    let sums = NO_FACETS;
    for (let to: number | null = null; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each piece begins where the one before ended
      const piece = await timeline.facets({ watch: of, filter: counted, at, after: 0, to, fields: [...TALLIED] });
      sums = withFacets(sums, piece);
      const isWhole = piece.next === null;
      yield { answer: { filter, ...apartFromFolded(filter, sums), isWhole }, isWhole };
      if (isWhole) return;
      to = piece.next;
    }
  }

  async function* barsOf({ watch: of, filter, zone, mostBars }: Asked, at: number): AsyncGenerator<Piece<TallyBars>> {
    const since = await oldestAt(of, at);
    const span = shownSpan(filter, at, since);
    const cut = barEdges(span, mostBars, (moment) => zoneOffset(moment, zone));
    const watched = coverageFrom(of, Math.min(span.from, cut.edges[0] ?? span.from), at);
    const counted = withoutFolded(filter);
    let outcomes: OutcomeBars = new Map();
    for (let to: number | null = null; ;) {
      // oxlint-disable-next-line no-await-in-loop -- each piece begins where the one before ended
      const piece = await timeline.histogram({ watch: of, filter: counted, at, after: 0, to, edges: [...cut.edges] });
      outcomes = withBars(outcomes, piece);
      const isWhole = piece.next === null;
      yield {
        answer: { filter, zone, span, oldestAt: since, ...cut, outcomes, isWhole, coverage: await watched },
        isWhole,
      };
      if (isWhole) return;
      to = piece.next;
    }
  }

  async function oldestAt(of: WatchId, at: number): Promise<number | null> {
    if (oldest !== null && at - oldest.readAt < OLDEST_MS) return oldest.at;
    const query = { watch: of, filter: EVERYTHING, direction: 'newer', cursor: null, limit: 1 } as const;
    const [first] = (await timeline.page(query)).rows;
    if (first === undefined) return null;
    if (of === watch) oldest = { at: first.receivedAt, readAt: at };
    return first.receivedAt;
  }

  /** Read anew when it has changed, or reaches further back: its end is always the present. */
  function coverageFrom(of: WatchId, from: number, at: number): Promise<Coverage | null> {
    if (known?.watch === of && from >= known.from) return known.coverage;
    const read = coverage.span({ watch: of, from, to: at + AHEAD_MS }).catch(() => {
      if (known === own) known = null;
      return null;
    });
    const own: KnownCoverage = { watch: of, from, coverage: read };
    // What a watch that is not shown any more is asked is for nobody.
    if (of === watch) known = own;
    return read;
  }

  const counts = pacedReading(countsOf, clock, now, (told) =>
    store.setState(({ counts: before }) => ({ counts: { ...before, ...told } })),
  );
  const bars = pacedReading(barsOf, clock, now, (told) =>
    store.setState(({ bars: before }) => ({ bars: { ...before, ...told } })),
  );

  function ask(): void {
    if (watch === null || shown === null) {
      counts.ask(null);
      bars.ask(null);
      stopTicks?.();
      stopTicks = null;
      return;
    }
    const key = `${watch} ${printFilter(shown.filter)}`;
    counts.ask({ ...shown, watch, key });
    bars.ask({ ...shown, watch, key: `${key} ${shown.zone} ${shown.mostBars}` });
    let seconds = 0;
    stopTicks ??= clock.everySecond(() => {
      seconds += 1;
      tick(seconds % MOVED_SECONDS === 0);
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
    show(question) {
      shown = question;
      ask();
    },
    stored: refresh,
    open(snapshot) {
      watch = snapshot.watch;
      known = null;
      oldest = null;
      store.setState(NOTHING);
      ask();
    },
    follow(snapshot, before, resumed) {
      if (snapshot.coverageRevision !== before.coverageRevision) {
        known = null;
        bars.refresh();
      }
      if (resumed) {
        known = null;
        refresh();
      }
    },
    close() {
      watch = null;
      known = null;
      ask();
      store.setState(NOTHING);
    },
  };
}
