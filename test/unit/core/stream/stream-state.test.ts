import { describe, expect, test } from 'vitest';
import type { Moment } from '../../../../src-main/core/ports/clock.ts';
import type { NextStep } from '../../../../src-main/core/stream/reconnect-policy.ts';
import { nextStatusChangeIn, type StreamState, streamStatus } from '../../../../src-main/core/stream/stream-state.ts';
import type { StreamStatus } from '../../../../src-shared/domain/stream-status.ts';

const BLIND_AFTER_MS = 75_000;
/** The last complete event came at 0. */
const cause = {
  kind: 'unreachable',
  reason: 'unreachable',
  code: 'ECONNREFUSED',
  host: null,
  error: null,
  answer: null,
} as const;
/** Before this run there were other elapsed times; only distances mean anything. */
const moment = (ms: number): Moment => ({ at: ms, elapsed: 5_000_000 + ms });
const retry = (shown: 'reconnecting' | 'seat-taken' | 'sign-in-needed'): NextStep => ({
  kind: 'retry',
  delayMs: 1_000,
  renewToken: false,
  shown,
  cause,
});
const signIn: NextStep = { kind: 'sign-in-needed', cause };

const watching: StreamState = {
  kind: 'watching',
  since: moment(-600_000),
  lastEvent: moment(0),
  lastHeartbeat: moment(-5_000),
};
const connecting = (last: NextStep | null): StreamState => ({
  kind: 'connecting',
  blindSince: moment(0),
  attempt: 3,
  last,
});
const waiting = (step: NextStep, nextAttemptAt: number | null): StreamState => ({
  kind: 'waiting',
  blindSince: moment(0),
  attempt: 3,
  step,
  nextAttempt: nextAttemptAt === null ? null : moment(nextAttemptAt),
});

const shownWatching = { kind: 'watching', since: -600_000, lastEventAt: 0, lastHeartbeatAt: -5_000 } as const;
const attempt = { since: 0, attempt: 3, nextAttemptAt: null } as const;

const table: [sentence: string, state: StreamState, now: number, status: StreamStatus, changesAt: number | null][] = [
  ['watching while events are fresh', watching, 1, shownWatching, 75_000],
  ['watching to the last millisecond', watching, 74_999, shownWatching, 75_000],
  [
    'watching turns blind when the last event is 75 s old',
    watching,
    75_000,
    { kind: 'blind', since: 0, cause: null, attempt: 1, nextAttemptAt: null },
    null,
  ],
  [
    'the first attempt is reconnecting without a cause',
    connecting(null),
    1,
    { kind: 'reconnecting', ...attempt, cause: null },
    75_000,
  ],
  [
    'an attempt under way keeps the cause of the one before',
    connecting(retry('reconnecting')),
    74_999,
    { kind: 'reconnecting', ...attempt, cause },
    75_000,
  ],
  [
    'an attempt under way after 75 s is blind',
    connecting(retry('reconnecting')),
    75_000,
    { kind: 'blind', ...attempt, cause },
    null,
  ],
  [
    'a wait names the time of the next attempt',
    waiting(retry('reconnecting'), 20_000),
    19_000,
    { kind: 'reconnecting', ...attempt, nextAttemptAt: 20_000, cause },
    75_000,
  ],
  [
    'a wait after 75 s is blind, and names the next attempt all the same',
    waiting(retry('reconnecting'), 90_000),
    80_000,
    { kind: 'blind', ...attempt, nextAttemptAt: 90_000, cause },
    null,
  ],
  [
    'a taken seat stays a taken seat, however long',
    waiting(retry('seat-taken'), 600_000),
    599_999,
    { kind: 'seat-taken', ...attempt, nextAttemptAt: 600_000, cause },
    null,
  ],
  [
    'asking for a taken seat again does not hide that it was taken',
    connecting(retry('seat-taken')),
    600_000,
    { kind: 'seat-taken', ...attempt, cause },
    null,
  ],
  [
    'a needed sign-in stays one, however long',
    waiting(signIn, null),
    600_000,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: null },
    null,
  ],
  [
    'a sign-in that is asked with again says when',
    waiting(retry('sign-in-needed'), 600_000),
    599_999,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: 600_000 },
    null,
  ],
  [
    'and stays needed while it is asked with',
    connecting(retry('sign-in-needed')),
    600_000,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: null },
    null,
  ],
  [
    'a sign-in that is tried again is reconnecting, and what was missing before is forgotten',
    connecting(signIn),
    1,
    { kind: 'reconnecting', ...attempt, cause: null },
    75_000,
  ],
  ['stopped stays stopped', { kind: 'stopped', since: moment(7) }, 600_000, { kind: 'stopped', since: 7 }, null],
];

describe('what is said of the stream, and when it will change by itself', () => {
  test.each(table)('%s', (_sentence, state, now, status, changesAt) => {
    expect({
      status: streamStatus(state, moment(now), BLIND_AFTER_MS),
      changesIn: nextStatusChangeIn(state, moment(now), BLIND_AFTER_MS),
    }).toEqual({ status, changesIn: changesAt === null ? null : changesAt - now });
  });

  test.each(table)('%s: it says the same until the moment it named', (_sentence, state, now, status, changesAt) => {
    const later = changesAt === null ? now + 86_400_000 : changesAt - 1;
    expect(streamStatus(state, moment(later), BLIND_AFTER_MS)).toEqual(status);
    if (changesAt !== null) expect(streamStatus(state, moment(changesAt), BLIND_AFTER_MS).kind).toBe('blind');
  });

  test.each(table)(
    '[TIME-3] %s: also by a clock that was set meanwhile, whose times are told',
    (_s, state, now, status) => {
      for (const setBy of [3_600_000, -7_200_000]) {
        const present = { ...moment(now), at: now + setBy };
        const told = Object.entries(status).map(([name, value]) => [
          name,
          typeof value === 'number' && name !== 'attempt' ? value + setBy : value,
        ]);
        expect(streamStatus(state, present, BLIND_AFTER_MS)).toEqual(Object.fromEntries(told));
        const delay = nextStatusChangeIn(state, moment(now), BLIND_AFTER_MS);
        expect(nextStatusChangeIn(state, present, BLIND_AFTER_MS)).toBe(delay);
      }
    },
  );
});
