/**
 * Start reading here. The backend is a library that Electron, the web host and the command line mount: it opens one
 * profile at a time and answers everything in `api/router.ts`. It knows ports, not technologies.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import type { HostDescription, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { Application } from './api/procedures.ts';
import { Changes } from './lib/changes.ts';
import type { Practice, PracticeService } from './ports/practice.ts';
import { FEED_INTERVAL_MS, openWatch, type Watch, type WatchedProfile, type WatchPorts } from './watch.ts';

export interface BackendPorts extends WatchPorts {
  /** `null` where this host has no simulator. */
  readonly practice: Practice | null;
  /** A short random id for an incident in the log. */
  readonly newIncidentId: () => string;
}

export interface Backend extends Application {
  /** As the page's feed, with every change of state where `intervalMs` is 0. */
  snapshots(
    signal: AbortSignal | undefined,
    intervalMs?: number,
  ): AsyncGenerator<{ revision: number; snapshot: WatchSnapshot }, void, undefined>;
  /** Opens a profile in place of the present one. @throws AppError STORE_… */
  watch(watched: WatchedProfile): Promise<void>;
  /** Idempotent; resolves when all is closed, with the number of events that could not be stored (0, as a rule). */
  stop(): Promise<number>;
}

export function createBackend(ports: BackendPorts, description: HostDescription): Backend {
  const { clock, log } = ports;
  const opened = new Changes();
  const stopping = new AbortController();
  let watch: Watch | null = null;
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

  async function close(): Promise<number> {
    const [closedWatch, closedPractice] = [watch, practice];
    watch = null;
    practice = null;
    opened.notify();
    try {
      return (await closedWatch?.stop()) ?? 0;
    } finally {
      await closedPractice?.stop();
    }
  }

  async function open(watched: WatchedProfile): Promise<void> {
    await close();
    stopping.signal.throwIfAborted();
    watch = await openWatch(ports, watched);
    opened.notify();
  }

  const present = (): Watch => {
    if (watch === null) throw new AppError('NOT_WATCHING', 'No profile is open. Open one, or start Practice.');
    return watch;
  };

  const snapshot = (): WatchSnapshot => watch?.snapshot() ?? { kind: 'none', at: clock.now() };

  return {
    describe: () => description,
    watch: (watched) => inTurn(() => open(watched)),
    retryNow: () => present().retryNow(),
    practiceScenarios: () => ports.practice?.scenarios ?? [],
    startPractice: (scenario) =>
      inTurn(async () => {
        if (ports.practice === null) throw new AppError('UNSUPPORTED', 'Practice is not part of this installation.');
        const service = await ports.practice.start(scenario);
        try {
          await open({ profile: service.profile, practice: true, readSecret: async () => service.clientSecret });
          practice = service;
        } catch (error) {
          await service.stop();
          throw error;
        }
      }),
    events: () => present().reader,

    async *snapshots(signal, intervalMs = FEED_INTERVAL_MS) {
      const ends = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
      for (let revision = 1; !ends.aborted; revision += 1) {
        const [watched, openedSeen, changesSeen] = [watch, opened.revision, watch?.changes.revision ?? 0];
        yield { revision, snapshot: snapshot() };
        const over = new AbortController();
        const either = AbortSignal.any([ends, over.signal]);
        const changeAt = watched?.nextChangeAt() ?? null;
        try {
          await Promise.race([
            opened.beyond(openedSeen, either),
            ...(watched === null ? [] : [watched.changes.beyond(changesSeen, either)]),
            ...(changeAt === null ? [] : [clock.sleep(changeAt - clock.now(), either)]),
          ]);
          if (intervalMs > 0) await clock.sleep(intervalMs, ends);
        } catch (error) {
          if (!ends.aborted) throw error;
        } finally {
          over.abort(new Error('something changed'));
        }
      }
    },

    async *liveEvents(after, signal) {
      const never = new AbortController().signal;
      yield* present().liveEvents(after, signal ?? never);
    },

    reportIncident(error, path) {
      const incident = ports.newIncidentId();
      log.error('unexpected error', { incident, path, error });
      return incident;
    },

    stop() {
      stopped ??= inTurn(() => {
        stopping.abort(new Error('the backend was stopped'));
        return close();
      });
      return stopped;
    },
  };
}
