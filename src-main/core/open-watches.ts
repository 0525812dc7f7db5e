/**
 * Holds the open watches and publishes their snapshots. Opening and closing run one at a time, because two clicks must
 * not open two streams of one profile. Handles open profiles only.
 */
import { type StateFeed, stateFeed } from './lib/state-feed.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { BackendSnapshot } from '../../src-shared/api/watch.ts';
import { type ProfileId, type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { LocalOutlet } from './outlets/local/local-outlet.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import { createSequencer } from './lib/sequencer.ts';
import { openWatch } from './open-watch.ts';
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

export class OpenWatches {
  readonly #options: OpenWatchesOptions;
  readonly #opened = new ChangeSignal();
  readonly #watches = new Map<WatchId, Watch>();
  readonly #releases = new Map<WatchId, () => Promise<void>>();
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
    return this.#inTurn(() => this.#open(opened));
  }

  /**
   * Resolves with the number of events that could not be stored, usually 0. Resolves with 0 if the watch is already
   * closed.
   */
  close(id: WatchId): Promise<number> {
    return this.#inTurn(async () => {
      const watch = this.#watches.get(id);
      return watch === undefined ? 0 : this.#close(watch);
    });
  }

  /**
   * Calls `start`, then closes all watches. Resolves with the number of events that could not be stored; rejects with
   * the first failure after all are closed.
   */
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
      maxIntervalMs: () => dueInMs,
    };
    return stateFeed(feed, eitherSignal(signal, stopping));
  }

  async #open({ release, ...watched }: OpenedProfile): Promise<WatchId> {
    const { ports, newId, localOutlet, stopping } = this.#options;
    try {
      for (const watch of this.all) if (watch.profile.id === watched.profile.id) await this.#close(watch);
      stopping.throwIfAborted();
      const watch = await openWatch(ports, watched, watchIdSchema.parse(newId()), localOutlet);
      this.#watches.set(watch.id, watch);
      if (release !== undefined) this.#releases.set(watch.id, release);
      this.notifyChange();
      return watch.id;
    } catch (error) {
      await release?.();
      throw error;
    }
  }

  async #close(watch: Watch): Promise<number> {
    const release = this.#releases.get(watch.id);
    this.#watches.delete(watch.id);
    this.#releases.delete(watch.id);
    this.notifyChange();
    await this.#options.beforeClose(watch.id);
    try {
      return await watch.stop();
    } finally {
      await release?.();
    }
  }
}
