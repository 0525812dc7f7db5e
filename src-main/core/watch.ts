/**
 * One profile under watch: its store, its token, its stream, and what is published of them. Opening it makes
 * everything stored readable at once, with no network; the stream follows in the background.
 */
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile.ts';
import type { StorageStatus } from '../../src-shared/domain/stream-status.ts';
import { Changes } from './lib/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, EventStore, EventStoreOpener, Resumed } from './ports/event-store.ts';
import type { Log } from './ports/log.ts';
import type { StreamClient } from './ports/stream-client.ts';
import type { TokenIssuer } from './ports/token-issuer.ts';
import { TokenKeeper } from './sign-in/token-keeper.ts';
import { Intake } from './stream/intake.ts';
import { nextStatusChangeAt, streamStatus, type StreamState } from './stream/stream-state.ts';
import { superviseStream } from './stream/supervisor.ts';

export interface WatchPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly stores: EventStoreOpener;
  readonly streams: StreamClient;
  readonly issuer: TokenIssuer;
}

export interface WatchedProfile {
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  /** @throws AppError NO_SECRET, KEYCHAIN_UNAVAILABLE */
  readonly readSecret: () => Promise<string>;
}

export interface Watch {
  readonly reader: EventReader;
  /** Changes of anything that `snapshot` shows. */
  readonly changes: Changes;
  snapshot(): Extract<WatchSnapshot, { kind: 'open' }>;
  /** When the snapshot will change by the passing of time alone, UTC epoch ms. */
  nextChangeAt(): number | null;
  retryNow(): void;
  /** Rows after `after`, oldest first, for ever. */
  liveEvents(after: number, signal: AbortSignal): AsyncGenerator<EventSummary[], void, undefined>;
  /** Idempotent; resolves when the store is closed, with the number of events that it did not take (0, as a rule). */
  stop(): Promise<number>;
}

/** Ten batches a second are as live as an eye can follow (`architecture.md`, rule 3). */
export const FEED_INTERVAL_MS = 100;
const FEED_ROWS = 500;

export async function openWatch(ports: WatchPorts, watched: WatchedProfile): Promise<Watch> {
  const { clock, log } = ports;
  const { profile } = watched;
  const store = await ports.stores.open({ profileName: profile.name, practice: watched.practice });
  const resumed = await resume(store, watched);
  const heartbeat = heartbeatLimits(profile);
  const blindAfterMs = heartbeat.blindSeconds * 1_000;

  const changes = new Changes();
  const stored = new Changes();
  const wishes = new Changes();
  const stopping = new AbortController();
  let newestSeq = resumed.newestSeq;
  let domain = resumed.principal;
  let storage: StorageStatus = { kind: 'storing' };
  const blindSince = resumed.lastEventAt ?? clock.now();
  let stream: StreamState = {
    kind: 'connecting',
    blindSince,
    attempt: 1,
    last: null,
  };

  const intake = new Intake({
    store,
    clock,
    log,
    onStored(appended) {
      newestSeq = appended.newestSeq;
      domain = appended.principal;
      stored.notify();
      changes.notify();
    },
    onStorage(status) {
      storage = status;
      changes.notify();
    },
  });
  const tokens = new TokenKeeper({
    profile,
    issuer: ports.issuer,
    readSecret: watched.readSecret,
    clock,
    signal: stopping.signal,
  });
  const supervision = superviseStream(
    {
      profile,
      tokens,
      streams: ports.streams,
      intake,
      clock,
      log,
      random: ports.random,
      lastEventId: resumed.lastEventId,
      blindSince,
      publish(state) {
        stream = state;
        changes.notify();
      },
      wake: (signal) => wishes.beyond(wishes.revision, signal),
    },
    stopping.signal,
  ).catch((error: unknown) => {
    // A bug: nothing is known any more, and that is what must be shown.
    log.error('watching ended unexpectedly', { error });
    const now = clock.now();
    intake.loss(now, now, { reason: 'crashed', detail: null });
    stream = { kind: 'stopped', since: now };
    changes.notify();
  });

  let stopped: Promise<number> | null = null;
  return {
    reader: store,
    changes,
    snapshot: () => ({
      kind: 'open',
      at: clock.now(),
      profile: { name: profile.name, practice: watched.practice, eventsUrl: profile.eventsUrl, domain, heartbeat },
      stream: streamStatus(stream, clock.now(), blindAfterMs),
      storage,
      newestSeq,
    }),
    nextChangeAt: () => nextStatusChangeAt(stream, clock.now(), blindAfterMs),
    retryNow: () => wishes.notify(),
    async *liveEvents(after, signal) {
      let last = after;
      const either = AbortSignal.any([signal, stopping.signal]);
      while (!either.aborted) {
        const revision = stored.revision;
        const rows = await store.after({ after: last, limit: FEED_ROWS });
        const newest = rows.at(-1);
        if (newest !== undefined) {
          last = newest.seq;
          yield rows;
          await clock.sleep(FEED_INTERVAL_MS, either).catch(() => undefined);
        } else await stored.beyond(revision, either).catch(() => undefined);
      }
    },
    stop() {
      stopped ??= (async () => {
        stopping.abort(new Error('watching was stopped'));
        await supervision;
        try {
          return await intake.close();
        } finally {
          await store.close();
        }
      })();
      return stopped;
    },
  };
}

/** A store that cannot be resumed is closed again, or its lock would keep everybody out. */
async function resume(store: EventStore, { profile, practice }: WatchedProfile): Promise<Resumed> {
  try {
    // Practice has another address at each start: there is nothing to come back to.
    if (!practice) await store.rememberProfile(JSON.stringify(profile));
    return await store.resume();
  } catch (error) {
    await store.close();
    throw error;
  }
}
