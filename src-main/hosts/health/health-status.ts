/** Decides if every watch works. Names profiles only by id, because anyone may read it without sign-in. Pure. */
import type { BackendSnapshot, WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { InterruptionCause, StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export interface HealthStatus {
  readonly ok: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly watches: readonly WatchHealth[];
  readonly problem: 'nothing-watched' | 'no-answer' | null;
}

interface WatchHealth {
  readonly profile: string;
  readonly ok: boolean;
  readonly state: StreamStatus['kind'];
  /** ISO 8601, UTC. Start of the session, or the last event before the interruption. */
  readonly since: string;
  /** For example `service-down`; null while watching. `docs/troubleshooting.md` lists the values. */
  readonly cause: InterruptionCause['kind'] | null;
  readonly code: string | null;
  /** Longest delay of recent events, if something on the way holds the stream back; else null. */
  readonly lateSeconds: number | null;
  readonly storing: boolean;
  readonly problem: string | null;
}

export const noResponseStatus = (now: number): HealthStatus => ({
  ok: false,
  at: new Date(now).toISOString(),
  watches: [],
  problem: 'no-answer',
});

export function healthStatus(snapshot: BackendSnapshot, { blindAfterMs }: { blindAfterMs: number }): HealthStatus {
  const watches = snapshot.watches.map((watch) => watchHealth(watch, snapshot.at, blindAfterMs));
  return {
    ok: watches.length > 0 && watches.every(({ ok }) => ok),
    at: new Date(snapshot.at).toISOString(),
    watches,
    problem: watches.length === 0 ? 'nothing-watched' : null,
  };
}

function watchHealth(watch: WatchSnapshot, at: number, blindAfterMs: number): WatchHealth {
  const { stream, storage } = watch;
  const cause = 'cause' in stream ? stream.cause : null;
  const heldBackMs = stream.kind === 'watching' ? stream.heldBackMs : undefined;
  const problem = storageProblem(storage) ?? streamProblem(stream, at, blindAfterMs);
  return {
    profile: watch.profile.id,
    ok: problem === null,
    state: stream.kind,
    since: new Date(stream.since).toISOString(),
    cause: cause?.kind ?? null,
    code: cause?.code ?? null,
    lateSeconds: heldBackMs === undefined ? null : Math.round(heldBackMs / 1_000),
    storing: storage.kind === 'storing',
    problem,
  };
}

function storageProblem(storage: WatchSnapshot['storage']): string | null {
  switch (storage.kind) {
    case 'storing':
    case 'viewing':
      return null;
    case 'failing':
      return `not storing; ${storage.waiting} events are waiting in memory`;
    case 'read-only':
      return storage.error.code === 'FOLDER_COPIED'
        ? 'not watching: the data folder is a copy'
        : 'not watching: this user may not write to the store';
    default:
      return assertNever(storage);
  }
}

/** An outage has no problem until it has lasted `blindAfterMs`. The last event before a reconnect may be older. */
function streamProblem(stream: StreamStatus, at: number, blindAfterMs: number): string | null {
  switch (stream.kind) {
    case 'watching':
      return null;
    case 'sign-in-needed':
      return 'a sign-in is needed';
    case 'stopped':
      return 'watching has stopped';
    case 'reconnecting':
    case 'blind':
    case 'seat-taken': {
      const lostAt = stream.kind === 'reconnecting' ? stream.lostAt : stream.since;
      if (at - lostAt < blindAfterMs) return null;
      const seconds = Math.floor((at - stream.since) / 1_000);
      return stream.kind === 'seat-taken'
        ? `another client has been using the stream for ${seconds} s`
        : `nothing has arrived for ${seconds} s`;
    }
    default:
      return assertNever(stream);
  }
}
