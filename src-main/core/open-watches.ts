/**
 * Holds the open watches and publishes their snapshots. Opening and closing run one at a time, because two clicks must
 * not open two streams of one profile. Handles open profiles only.
 */
import type { StateFeed } from './lib/state-feed.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { BackendSnapshot } from '../../src-shared/api/watch.ts';
import { type ProfileId, type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { NoticeOutlet } from './alarms/notices.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import { firstChange } from './lib/first-change.ts';
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
  readonly notices: NoticeOutlet;
  /** Aborted when the backend stops. From then on nothing is opened, and feeds end. */
  readonly stopping: AbortSignal;
  readonly onChange: () => void;
  /** Called before a watch closes, when it can no longer be reached. */
  readonly beforeClose: (watch: WatchId) => Promise<void>;
}

interface PublishedRevisions {
  readonly opened: number;
  readonly watches: readonly { readonly watch: Watch; readonly changes: ChangeSignal; readonly revision: number }[];
  /** Monotonic time at which a snapshot is due without a change signal; null if none. */
  readonly due: number | null;
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

  async *subscribe(
    signal: AbortSignal | undefined,
    changesOf: (watch: Watch) => ChangeSignal,
    { minIntervalMs, maxIntervalMs }: { readonly minIntervalMs: number; readonly maxIntervalMs: number },
  ): StateFeed<BackendSnapshot> {
    const { ports, stopping } = this.#options;
    const { clock } = ports;
    const ends = eitherSignal(signal, stopping);
    for (let revision = 1; !ends.aborted; revision += 1) {
      const seen = this.#see(changesOf, maxIntervalMs);
      yield { revision, state: { at: clock.now(), watches: seen.watches.map(({ watch }) => watch.snapshot()) } };
      await this.#changed(seen, ends);
      if (minIntervalMs > 0) await clock.sleep(minIntervalMs, ends).catch(() => undefined);
    }
  }

  async #open({ release, ...watched }: OpenedProfile): Promise<WatchId> {
    const { ports, newId, notices, stopping } = this.#options;
    try {
      for (const watch of this.all) if (watch.profile.id === watched.profile.id) await this.#close(watch);
      stopping.throwIfAborted();
      const watch = await openWatch(ports, watched, watchIdSchema.parse(newId()), notices);
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

  /**
   * Records the revisions on which a snapshot is based. Runs before the snapshot is made, so that no later change is
   * missed.
   */
  #see(changesOf: (watch: Watch) => ChangeSignal, maxIntervalMs: number): PublishedRevisions {
    const { clock } = this.#options.ports;
    const seen = this.all.map((watch) => {
      const changes = changesOf(watch);
      return { watch, changes, revision: changes.revision };
    });
    const changesIn = seen.map(({ watch }) => watch.nextChangeIn()).filter((ms) => ms !== null);
    const dueIn = Math.min(maxIntervalMs, ...changesIn);
    const due = Number.isFinite(dueIn) ? clock.monotonic() + dueIn : null;
    return { opened: this.#opened.revision, watches: seen, due };
  }

  async #changed({ opened, watches, due }: PublishedRevisions, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options.ports;
    const changed = watches.map(({ changes, revision }) => [changes, revision] as const);
    const withinMs = due === null ? Infinity : due - clock.monotonic();
    await firstChange(clock, [[this.#opened, opened], ...changed], withinMs, signal);
  }
}
