/** Loaded when the backend reports a change, never polled: in between, the strip moves with the clock. */
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { createStore } from 'zustand/vanilla';
import type { Coverage } from '../../src-shared/domain/coverage/coverage.ts';
import type { BackendClient } from '../backend/client.ts';
import { createLatestLoader, NOT_LOADED } from './loading/latest-loader.ts';
import type { Loadable } from './loading/watch-scoped.ts';
import { DAY_MS } from '../../src-shared/lib/durations.ts';

export const COVERAGE_SPAN_MS = DAY_MS;
/** The page's clock may lag by the message delay; a minute ahead loses nothing. */
export const CLOCK_TOLERANCE_MS = 60_000;

type CoverageState = Loadable<Coverage>;

export type CoverageStore = ReturnType<typeof createCoverageStore>;

export function createCoverageStore(backend: Pick<BackendClient, 'coverage'>, now: () => number) {
  const store = createStore<CoverageState>(() => NOT_LOADED);
  const loader = createLatestLoader(
    (watch, at) => backend.coverage.span.query({ watch, from: at - COVERAGE_SPAN_MS, to: at + CLOCK_TOLERANCE_MS }),
    now,
    (result) => store.setState(result),
  );
  return {
    ...store,
    refresh: () => loader.refresh(),
    open({ watch }: WatchSnapshot) {
      store.setState(NOT_LOADED);
      loader.open(watch);
      loader.refresh();
    },
    onSnapshot(shown: WatchSnapshot, before: WatchSnapshot, resumed: boolean) {
      if (resumed || shown.coverageRevision !== before.coverageRevision) loader.refresh();
    },
    close() {
      loader.open(null);
      store.setState(NOT_LOADED);
    },
  };
}
