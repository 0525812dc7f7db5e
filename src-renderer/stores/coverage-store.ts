/**
 * Sessions and gaps of the last 24 hours. There is no feed of them: asked again when the stream changes its state, and
 * each minute, since a strip of 24 hours moves by less than a pixel in that time.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { BackendClient, Stop } from '../backend-client.ts';
import { type ClockReading, elapsedMs, type PageClock } from '../time/page-clock.ts';

export const COVERAGE_SPAN_MS = 24 * 3_600_000;
const REFRESH_MS = 60_000;

export interface CoverageState {
  /** `null` until it was read. */
  readonly coverage: Coverage | null;
  readonly error: string | null;
}

export interface CoverageStore extends StoreApi<CoverageState> {
  /** @param now the backend's wall clock, asked at each reading. */
  open(now: () => number): void;
  refresh(): Promise<void>;
  close(): void;
}

export function createCoverageStore(backend: BackendClient, clock: PageClock): CoverageStore {
  const store = createStore<CoverageState>(() => ({ coverage: null, error: null }));
  let backendNow: (() => number) | null = null;
  let readAt: ClockReading | null = null;
  let reading = 0;
  let stopTicking: Stop | null = null;

  async function refresh(): Promise<void> {
    if (backendNow === null) return;
    reading += 1;
    const mine = reading;
    readAt = clock.read();
    const to = backendNow();
    try {
      // The clocks of page and backend may differ by what a message takes; a minute ahead loses nothing.
      const coverage = await backend.coverage({ from: to - COVERAGE_SPAN_MS, to: to + REFRESH_MS });
      if (mine === reading) store.setState({ coverage, error: null });
    } catch (error) {
      if (mine === reading) store.setState({ error: error instanceof Error ? error.message : String(error) });
    }
  }

  function close(): void {
    backendNow = null;
    reading += 1;
    stopTicking?.();
    store.setState({ coverage: null, error: null });
  }

  return {
    ...store,
    refresh,
    close,
    open(now) {
      close();
      backendNow = now;
      stopTicking = clock.everySecond(() => {
        if (readAt === null || elapsedMs(readAt, clock.read()) >= REFRESH_MS) void refresh();
      });
      void refresh();
    },
  };
}
