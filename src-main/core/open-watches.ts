/** Opens and closes watches one at a time, because two clicks must not open two streams of one profile. */
import type { StateFeed } from './ports/state-feed.ts';
import { stateFeed } from './lib/state-feed.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { BackendSnapshot } from '../../src-shared/api/watch.ts';
import { type ProfileId, type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { LocalOutlet } from './outlets/local/local-outlet.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import { createSequencer } from './lib/sequencer.ts';
import { openWatch } from './open-watch.ts';
import { storeIdentityOf } from './store-identity.ts';
import { askToRelease } from './viewer/ask-to-release.ts';
import type { Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { eitherSignal } from './lib/either-signal.ts';

export interface OpenedProfile extends WatchedProfile {
  readonly release?: () => Promise<void>;
}

interface OpenWatchesOptions {
  readonly ports: WatchPorts;
  readonly newId: () => string;
  readonly localOutlet: LocalOutlet;
  /** Aborted when the backend stops. From then on nothing is opened, and feeds end. */
  readonly stopping: AbortSignal;
  readonly onChange: () => void;
  /** Called before a watch closes, when it can no longer be reached. */
  readonly beforeClose: (watch: WatchId) => Promise<void>;
}

/** The other process opens the free store within a second. */
const MAX_TAKE_OVER_MS = 10_000;

export class OpenWatches {
  readonly #options: OpenWatchesOptions;
  readonly #opened = new ChangeSignal();
  readonly #watches = new Map<WatchId, Watch>();
  readonly #openedProfiles = new Map<WatchId, OpenedProfile>();
  readonly #inTurn = createSequencer();

  constructor(options: OpenWatchesOptions) {
    this.#options = options;
  }

  get all(): readonly Watch[] {
    return [...this.#watches.values()];
  }

  /** @throws AppError WATCH_CLOSED */
  get(id: WatchId): Watch {
    const watch = this.#watches.get(id);
    if (watch === undefined) throw appError('WATCH_CLOSED', { watch: id });
    return watch;
  }

  of(profile: ProfileId): Watch | null {
    return this.all.find((watch) => watch.profile.id === profile) ?? null;
  }

  /** Closes a watch of the same profile first. @throws AppError STORE_… */
  open(opened: OpenedProfile): Promise<WatchId> {
    return this.#inTurn(() => this.#open(opened, false));
  }

  /**
   * The process that watches stops first and becomes a viewer. Does nothing if this watch is no viewer.
   * @throws AppError WATCH_CLOSED, TAKE_OVER_FAILED, STORE_…
   */
  async takeOver(id: WatchId): Promise<WatchId> {
    const { ports, stopping } = this.#options;
    const viewer = this.get(id);
    if (!isViewer(viewer)) return id;
    // Outside the sequence, because the other process may need seconds.
    await askToRelease(ports, storeIdentityOf(viewer), stopping);
    const watch = await this.#inTurn(() => this.#reopen(this.get(id), false));
    if (isViewer(this.get(watch))) throw appError('TAKE_OVER_FAILED', { problem: 'taken' });
    return watch;
  }

  /** Resolves with the number of events that could not be stored, usually 0; with 0 if the watch is already closed. */
  close(id: WatchId): Promise<number> {
    return this.#inTurn(async () => {
      const watch = this.#watches.get(id);
      return watch === undefined ? 0 : this.#close(watch);
    });
  }

  /** Calls `start` first. Resolves with the number of events that were not stored; rejects with the first failure. */
  closeAll(start: () => void): Promise<number> {
    return this.#inTurn(async () => {
      start();
      const closed = await Promise.allSettled(this.all.map((watch) => this.#close(watch)));
      const failure = closed.find((result) => result.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
      return closed.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
    });
  }

  notifyChange(): void {
    this.#opened.notify();
    this.#options.onChange();
  }

  subscribe(
    signal: AbortSignal | undefined,
    changesOf: (watch: Watch) => ChangeSignal,
    { minIntervalMs, maxIntervalMs }: { readonly minIntervalMs: number; readonly maxIntervalMs: number },
  ): StateFeed<BackendSnapshot> {
    const { ports, stopping } = this.#options;
    const { clock } = ports;
    let dueInMs = maxIntervalMs;
    const feed = {
      clock,
      changes: () => [this.#opened, ...this.all.map(changesOf)],
      read: () => {
        // Before the snapshots: a change between the two would come by time, and nothing would signal it later.
        dueInMs = Math.min(maxIntervalMs, ...this.all.map((watch) => watch.nextChangeIn()).filter((ms) => ms !== null));
        return { at: clock.now(), watches: this.all.map((watch) => watch.snapshot()) };
      },
      minIntervalMs,
      urgent: () => [this.#opened, ...this.all.map(({ transitions }) => transitions)],
      maxIntervalMs: () => dueInMs,
    };
    return stateFeed(feed, eitherSignal(signal, stopping));
  }

  /** Frees the store of a watch for another process, and shows what that one stores. */
  async #release(id: WatchId): Promise<void> {
    const { ports, stopping } = this.#options;
    const { clock, log, writerProcesses } = ports;
    try {
      const viewer = await this.#inTurn(() => this.#reopen(this.get(id), true));
      await clock.sleep(MAX_TAKE_OVER_MS, stopping);
      await this.#inTurn(async () => {
        const watch = this.#watches.get(viewer);
        // The process that wanted the store has ended since.
        if (watch !== undefined && !writerProcesses.isRunning(storeIdentityOf(watch))) await this.#reopen(watch, false);
      });
    } catch (error) {
      if (!stopping.aborted) log.error('a watch could not be handed over', { error });
    }
  }

  /** Unlike closing and opening, keeps what the profile needs, such as the service of Practice. */
  #reopen(watch: Watch, viewOnly: boolean): Promise<WatchId> {
    const opened = this.#openedProfiles.get(watch.id);
    if (opened === undefined) throw appError('WATCH_CLOSED', { watch: watch.id });
    this.#openedProfiles.delete(watch.id);
    return this.#open({ ...opened, profile: watch.profile }, viewOnly);
  }

  async #open(opened: OpenedProfile, viewOnly: boolean): Promise<WatchId> {
    const { release, ...watched } = opened;
    const { ports, newId, localOutlet, stopping } = this.#options;
    try {
      for (const watch of this.all) if (watch.profile.id === watched.profile.id) await this.#close(watch);
      stopping.throwIfAborted();
      const id = watchIdSchema.parse(newId());
      const takeOver = { viewOnly, release: () => void this.#release(id) };
      const watch = await openWatch(ports, watched, id, localOutlet, takeOver);
      this.#watches.set(watch.id, watch);
      this.#openedProfiles.set(watch.id, opened);
      this.notifyChange();
      return watch.id;
    } catch (error) {
      await release?.();
      throw error;
    }
  }

  async #close(watch: Watch): Promise<number> {
    const release = this.#openedProfiles.get(watch.id)?.release;
    this.#watches.delete(watch.id);
    this.#openedProfiles.delete(watch.id);
    this.notifyChange();
    await this.#options.beforeClose(watch.id);
    try {
      return await watch.stop();
    } finally {
      await release?.();
    }
  }
}

const isViewer = (watch: Watch): boolean => watch.snapshot().storage.kind === 'viewing';
