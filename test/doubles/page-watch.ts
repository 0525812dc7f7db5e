/** Common values of the backend doubles: a time, two watches, snapshots and errors. */
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { BackendSnapshot, WatchSnapshot } from '../../src-shared/api/watch.ts';
import { profileIdSchema, watchIdSchema } from '../../src-shared/domain/identity.ts';

export const START = Date.UTC(2026, 10, 21, 14);

export const WATCH = watchIdSchema.parse('watch-1');
export const OTHER_WATCH = watchIdSchema.parse('watch-2');

export function watchSnapshot(part: Partial<WatchSnapshot> = {}): WatchSnapshot {
  return {
    watch: WATCH,
    profile: {
      id: profileIdSchema.parse('acme-europe'),
      name: 'Acme Europe',
      practice: false,
      eventsUrl: 'https://events.example.com',
      domain: 'acme:eu',
      heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
    },
    stream: { kind: 'watching', since: START - 761_000, lastEventAt: START - 8_000, lastHeartbeatAt: START - 8_000 },
    storage: { kind: 'storing' },
    store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
    extent: { oldestSeq: 0, newestSeq: 0, storedEvents: 0 },
    coverageRevision: 0,
    providerClockOffsetMs: null,
    alarms: { unseen: 0 },
    ...part,
  };
}

export function snapshotOf(...watches: WatchSnapshot[]): BackendSnapshot {
  return { at: START, watches };
}

export function backendError(data: AppErrorData): BackendError {
  return new BackendError({ kind: 'expected', data }, data.code);
}
