/** All stores of a page, and the one place where one follows from another. */
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { BackendClient } from '../backend-client.ts';
import { backendNow } from '../signal.ts';
import type { PageClock } from '../time/page-clock.ts';
import { type AppearanceStore, createAppearanceStore } from './appearance-store.ts';
import { type CoverageStore, createCoverageStore } from './coverage-store.ts';
import { createTimelineStore, type TimelineStore } from './timeline-store.ts';
import { createWatchStore, type WatchState, type WatchStore } from './watch-store.ts';

export interface Stores {
  readonly backend: BackendClient;
  readonly clock: PageClock;
  readonly watch: WatchStore;
  readonly timeline: TimelineStore;
  readonly coverage: CoverageStore;
  readonly appearance: AppearanceStore;
  stop(): void;
}

export function createStores(
  backend: BackendClient,
  clock: PageClock,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Stores {
  const watch = createWatchStore(backend, clock);
  const timeline = createTimelineStore(backend);
  const coverage = createCoverageStore(backend, clock);

  const follow = (state: WatchState, before: WatchState | null) => {
    const { seen } = state;
    if (seen === null || seen === before?.seen) return;
    const { snapshot } = seen;
    const previous = before?.seen?.snapshot ?? null;
    if (snapshot.kind === 'none') {
      timeline.close();
      coverage.close();
    } else if (
      profileOf(snapshot) !== profileOf(previous) ||
      // After the wire was lost another store may stand under the same name; an emptier one is not the one we read.
      (seen.firstOfWire && snapshot.newestSeq < timeline.getState().newestSeq)
    ) {
      timeline.open();
      coverage.open(() => backendNow(watch.getState(), clock.read()));
    } else {
      if (timeline.getState().phase.kind === 'failed' && seen.firstOfWire) timeline.open();
      if (seen.firstOfWire || streamOf(snapshot) !== streamOf(previous)) void coverage.refresh();
    }
  };
  follow(watch.getState(), null);
  const stopFollowing = watch.subscribe(follow);

  return {
    backend,
    clock,
    watch,
    timeline,
    coverage,
    appearance: createAppearanceStore(storage),
    stop() {
      stopFollowing();
      timeline.close();
      coverage.close();
      watch.stop();
    },
  };
}

function profileOf(snapshot: WatchSnapshot | null): string | null {
  return snapshot?.kind === 'open' ? `${String(snapshot.profile.practice)} ${snapshot.profile.name}` : null;
}

function streamOf(snapshot: WatchSnapshot | null): string | null {
  return snapshot?.kind === 'open' ? `${snapshot.stream.kind} ${snapshot.stream.since}` : null;
}
