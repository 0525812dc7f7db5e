/**
 * Sessions and gaps of the last 24 hours of one watch. Read when the backend says that they have changed, and never
 * polled: between two readings the strip moves with the clock alone.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend-client.ts';
import { asError } from '../backend-error.ts';

export const COVERAGE_SPAN_MS = 24 * 3_600_000;
/** The clocks of page and backend may differ by what a message takes; a minute ahead loses nothing. */
const AHEAD_MS = 60_000;

export interface CoverageState {
  /** `null` until it was read. */
  readonly coverage: Coverage | null;
  readonly error: Error | null;
}

export interface CoverageStore extends StoreApi<CoverageState> {
  /** @param now the backend's wall clock, asked at each reading. */
  open(watch: WatchId, now: () => number): void;
  /** One reading at a time; asked for meanwhile, the next begins when this one is done. */
  refresh(): void;
  close(): void;
}

export function createCoverageStore(backend: Pick<BackendClient, 'coverage'>): CoverageStore {
  const store = createStore<CoverageState>(() => ({ coverage: null, error: null }));
  let opened: { readonly watch: WatchId; readonly now: () => number; stale: boolean; reading: boolean } | null = null;

  async function read(of: NonNullable<typeof opened>): Promise<void> {
    of.reading = true;
    of.stale = false;
    const to = of.now();
    try {
      const coverage = await backend.coverage.span({ watch: of.watch, from: to - COVERAGE_SPAN_MS, to: to + AHEAD_MS });
      if (of === opened) store.setState({ coverage, error: null });
    } catch (error) {
      if (of === opened) store.setState({ error: asError(error) });
    }
    of.reading = false;
    if (of.stale && of === opened) await read(of);
  }

  function refresh(): void {
    if (opened === null) return;
    opened.stale = true;
    if (!opened.reading) void read(opened);
  }

  function close(): void {
    opened = null;
    store.setState({ coverage: null, error: null });
  }

  return {
    ...store,
    refresh,
    close,
    open(watch, now) {
      close();
      opened = { watch, now, stale: false, reading: false };
      refresh();
    },
  };
}
