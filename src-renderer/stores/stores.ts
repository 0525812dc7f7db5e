/**
 * All stores of a page, and the one place where one follows from another. Timeline, coverage and storage belong to the
 * watch that is shown: the same profile opened again is another watch, and they begin anew.
 */
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { BackendClient } from '../backend-client.ts';
import { backendNow } from '../signal.ts';
import type { PageClock } from '../time/page-clock.ts';
import { type AppearanceStore, createAppearanceStore } from './appearance-store.ts';
import { type CoverageStore, createCoverageStore } from './coverage-store.ts';
import { createStorageStore, type StorageStore } from './storage-store.ts';
import { createTimelineStore, type TimelineStore } from './timeline-store.ts';
import { createWatchStore, type WatchState, type WatchStore } from './watch-store.ts';

export interface Stores {
  readonly backend: BackendClient;
  readonly clock: PageClock;
  readonly watch: WatchStore;
  readonly timeline: TimelineStore;
  readonly coverage: CoverageStore;
  readonly storage: StorageStore;
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
  const coverage = createCoverageStore(backend);
  const storageStore = createStorageStore(backend, clock);

  const follow = (state: WatchState, before: WatchState | null) => {
    const { seen, shown } = state;
    if (seen === null || seen === before?.seen) return;
    if (shown === null) {
      timeline.close();
      coverage.close();
      storageStore.close();
    } else if (shown.watch !== before?.shown?.watch) {
      timeline.open({ watch: shown.watch, filter: EVERYTHING });
      coverage.open(shown.watch, () => backendNow(watch.getState(), clock.read()));
      storageStore.open(shown.watch);
    } else {
      if (seen.firstOfWire) timeline.retry();
      // A copy that was made and events that were brought back are in the figures.
      if (seen.firstOfWire || turnOf(shown.store) !== turnOf(before.shown.store)) storageStore.refresh();
      if (seen.firstOfWire || shown.coverageRevision !== before.shown.coverageRevision) coverage.refresh();
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
    storage: storageStore,
    appearance: createAppearanceStore(storage),
    stop() {
      stopFollowing();
      timeline.close();
      coverage.close();
      storageStore.close();
      watch.stop();
    },
  };
}

function turnOf({ backup, incident }: WatchSnapshot['store']): string {
  return `${backup.kind} ${incident?.mending.kind}`;
}
