/**
 * Start reading here. The backend is a library that Electron, the web host and the command line mount: it opens
 * profiles, each as a watch of its own, and answers everything in `api/router.ts`. It knows ports, not technologies.
 */
import { appError } from '../../src-shared/api/errors.ts';
import type { BackendSnapshot, HostDescription } from '../../src-shared/api/watch.ts';
import { SNAPSHOT_EVERY_MS } from '../../src-shared/api/page-pace.ts';
import { type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { Application } from './api/procedures.ts';
import { createExportJobs } from './exports/export-jobs.ts';
import { Changes } from './lib/changes.ts';
import type { ExportFiles } from './ports/export-files.ts';
import type { Practice, PracticeService } from './ports/practice.ts';
import { FEED_INTERVAL_MS } from './timeline/news.ts';
import { readPage } from './timeline/pages.ts';
import { openWatch, type Watch, type WatchedProfile, type WatchPorts } from './watch.ts';

export interface BackendPorts extends WatchPorts {
  /** `null` where this host has no simulator. */
  readonly practice: Practice | null;
  readonly exportFiles: ExportFiles;
  /** A short random id: of an incident in the log, of a watch, of an export. */
  readonly newId: () => string;
}

export type Snapshots = AsyncGenerator<{ revision: number; snapshot: BackendSnapshot }, void, undefined>;

export interface Backend extends Application {
  /** The present at once, then each change, at most ten a second and one every few seconds where nothing changes. */
  snapshots(signal: AbortSignal | undefined): Snapshots;
  /** As `snapshots`, at each change that a person would be told of, however fast they follow, and at no other. */
  turns(signal: AbortSignal | undefined): Snapshots;
  /** Opens a profile beside those that are open; one with the same id is closed first. @throws AppError STORE_… */
  open(watched: WatchedProfile): Promise<WatchId>;
  /** Resolves with the number of events that could not be stored (0, as a rule); 0 where it is closed already. */
  close(watch: WatchId): Promise<number>;
  /** Idempotent; resolves when all is closed, with the number of events that could not be stored. */
  stop(): Promise<number>;
}

/** The sign of life that a page goes by is a snapshot like any other. */
const PACE_OF_PAGES = { atMostEveryMs: FEED_INTERVAL_MS, atLeastEveryMs: SNAPSHOT_EVERY_MS - FEED_INTERVAL_MS };

export function createBackend(ports: BackendPorts, description: HostDescription): Backend {
  const { clock, log } = ports;
  const opened = new Changes();
  const stopping = new AbortController();
  /** In the order of opening. */
  const watches = new Map<WatchId, Watch>();
  let practice: PracticeService | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopped: Promise<number> | null = null;

  /** Opening and closing take turns, or two clicks would open two streams. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = turn.then(task);
    turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async function close(watch: Watch): Promise<number> {
    watches.delete(watch.id);
    opened.notify();
    await exports.close(watch.id);
    const service = watch.practice ? practice : null;
    if (watch.practice) practice = null;
    try {
      return await watch.stop();
    } finally {
      await service?.stop();
    }
  }

  async function closeAll(): Promise<number> {
    const closed = await Promise.allSettled([...watches.values()].map((watch) => close(watch)));
    const failure = closed.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    return closed.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
  }

  async function open(watched: WatchedProfile): Promise<WatchId> {
    for (const watch of watches.values()) if (watch.profile.id === watched.profile.id) await close(watch);
    stopping.signal.throwIfAborted();
    const watch = await openWatch(ports, watched, watchIdSchema.parse(ports.newId()));
    watches.set(watch.id, watch);
    opened.notify();
    return watch.id;
  }

  async function openPractice(scenario: string): Promise<WatchId> {
    if (ports.practice === null) throw appError('UNSUPPORTED', { what: 'practice' });
    const service = await ports.practice.start(scenario);
    const { profile, clientSecret } = service;
    try {
      const watch = await open({
        profile,
        practice: true,
        grants: { read: async () => ({ kind: 'client-credentials', clientSecret }), accepted: async () => undefined },
      });
      practice = service;
      return watch;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  const reportIncident = (error: unknown, path: string): string => {
    const incident = ports.newId();
    log.error('unexpected error', { incident, path, error });
    return incident;
  };

  const exports = createExportJobs({
    clock,
    files: ports.exportFiles,
    newId: ports.newId,
    watchOf: (watch) => present(watch),
    reportIncident,
  });

  const present = (id: WatchId): Watch => {
    const watch = watches.get(id);
    if (watch === undefined) throw appError('WATCH_CLOSED', { watch: id });
    return watch;
  };

  /** Resolves at the next change of any watch, or when one will have changed by the passing of time. */
  async function changed(seen: Seen, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    try {
      await Promise.race([
        opened.beyond(seen.opened, either),
        ...seen.watches.map(({ changes, revision }) => changes.beyond(revision, either)),
        ...(seen.due === null ? [] : [clock.sleep(Math.max(0, seen.due - clock.monotonic()), either)]),
      ]);
    } finally {
      over.abort(new Error('something changed'));
    }
  }

  /** What a snapshot was made of. Taken before it: what changes while it is shown is a change. */
  function see(changesOf: (watch: Watch) => Changes, atLeastEveryMs: number): Seen {
    const seen = [...watches.values()].map((watch) => {
      const changes = changesOf(watch);
      return { watch, changes, revision: changes.revision };
    });
    const changesIn = seen.map(({ watch }) => watch.nextChangeIn()).filter((ms) => ms !== null);
    const dueIn = Math.min(atLeastEveryMs, ...changesIn);
    return { opened: opened.revision, watches: seen, due: Number.isFinite(dueIn) ? clock.monotonic() + dueIn : null };
  }

  async function* follow(
    signal: AbortSignal | undefined,
    changesOf: (watch: Watch) => Changes,
    { atMostEveryMs, atLeastEveryMs }: { readonly atMostEveryMs: number; readonly atLeastEveryMs: number },
  ): Snapshots {
    const ends = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
    for (let revision = 1; !ends.aborted; revision += 1) {
      const seen = see(changesOf, atLeastEveryMs);
      yield { revision, snapshot: { at: clock.now(), watches: seen.watches.map(({ watch }) => watch.snapshot()) } };
      try {
        await changed(seen, ends);
        if (atMostEveryMs > 0) await clock.sleep(atMostEveryMs, ends);
      } catch (error) {
        if (!ends.aborted) throw error;
      }
    }
  }

  return {
    describe: () => description,
    open: (watched) => inTurn(() => open(watched)),
    close: (id) =>
      inTurn(async () => {
        const watch = watches.get(id);
        return watch === undefined ? 0 : close(watch);
      }),
    retryNow: (watch) => present(watch).retryNow(),
    practiceScenarios: () => ports.practice?.scenarios ?? [],
    startPractice: (scenario) => inTurn(() => openPractice(scenario)),
    reader: (watch, filter) => present(watch).reader(filter),
    keeping: (watch) => present(watch).keeping,
    markSeen: (watch, ranges, seen) => present(watch).markSeen(ranges, seen),
    views: (watch) => present(watch).views,
    exports,
    page: async ({ watch, ...query }, signal) => readPage(present(watch).reader(query.filter), query, clock, signal),

    async *news({ watch, ...query }, signal) {
      yield* present(watch).news(query, signal ?? stopping.signal);
    },

    snapshots: (signal) => follow(signal, (watch) => watch.changes, PACE_OF_PAGES),
    turns: (signal) => follow(signal, (watch) => watch.turns, { atMostEveryMs: 0, atLeastEveryMs: Infinity }),

    reportIncident,

    stop() {
      stopped ??= inTurn(() => {
        stopping.abort(new Error('the backend was stopped'));
        exports.stop();
        return closeAll();
      });
      return stopped;
    },
  };
}

interface Seen {
  readonly opened: number;
  readonly watches: readonly { readonly watch: Watch; readonly changes: Changes; readonly revision: number }[];
  /** Monotonic time of the next change by the passing of time alone. */
  readonly due: number | null;
}
