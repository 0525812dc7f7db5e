/**
 * What is known of the files in which the watch that is shown keeps its events. Read when somebody looks, and never
 * otherwise: it costs the backend a count.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend-client.ts';
import { asError } from '../backend-error.ts';
import type { PageClock } from '../time/page-clock.ts';

export interface StorageState {
  /** `null` until it was read. */
  readonly report: StoreReport | null;
  /** What the last reading failed with. */
  readonly error: Error | null;
  /** A copy that was asked for here is being made. */
  readonly isCopying: boolean;
  /** What the last thing that was asked for here failed with. */
  readonly refusal: Error | null;
}

export interface StorageStore extends StoreApi<StorageState> {
  open(watch: WatchId): void;
  /** Reads now and each minute, until what it returns is called. */
  look(): Stop;
  /** Reads anew where somebody looks. One reading at a time; asked for meanwhile, the next begins when this one is done. */
  refresh(): void;
  /** Makes a copy; what it comes to is in the state. */
  backUp(): Promise<void>;
  acknowledge(): Promise<void>;
  close(): void;
}

/** Figures of megabytes and days; whoever looks longer sees them move. */
const READ_EVERY_SECONDS = 60;

const NOTHING: StorageState = { report: null, error: null, isCopying: false, refusal: null };

export function createStorageStore(backend: Pick<BackendClient, 'storage'>, clock: PageClock): StorageStore {
  const store = createStore<StorageState>(() => NOTHING);
  let opened: { readonly watch: WatchId; isReading: boolean; isStale: boolean } | null = null;
  let looking = 0;

  async function read(of: NonNullable<typeof opened>): Promise<void> {
    of.isReading = true;
    of.isStale = false;
    try {
      const report = await backend.storage.report(of.watch);
      if (of === opened) store.setState({ report, error: null });
    } catch (error) {
      if (of === opened) store.setState({ error: asError(error) });
    }
    of.isReading = false;
    if (of.isStale && of === opened) await read(of);
  }

  function refresh(): void {
    if (opened === null || looking === 0) return;
    opened.isStale = true;
    if (!opened.isReading) void read(opened);
  }

  /** One thing that a person asked for; the figures are read anew after it. */
  async function ask(call: (watch: WatchId) => Promise<void>): Promise<void> {
    const of = opened;
    if (of === null) return;
    store.setState({ refusal: null });
    try {
      await call(of.watch);
    } catch (error) {
      if (of === opened) store.setState({ refusal: asError(error) });
    }
    if (of === opened) refresh();
  }

  return {
    ...store,
    refresh,
    look() {
      looking += 1;
      refresh();
      let seconds = 0;
      const stopCounting = clock.everySecond(() => {
        seconds += 1;
        if (seconds % READ_EVERY_SECONDS === 0) refresh();
      });
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        looking -= 1;
        stopCounting();
      };
    },
    async backUp() {
      const of = opened;
      store.setState({ isCopying: true });
      await ask((watch) => backend.storage.backUp(watch));
      if (of === opened) store.setState({ isCopying: false });
    },
    acknowledge: () => ask((watch) => backend.storage.acknowledge(watch)),
    open(watch) {
      opened = { watch, isReading: false, isStale: false };
      store.setState(NOTHING);
      refresh();
    },
    close() {
      opened = null;
      store.setState(NOTHING);
    },
  };
}
