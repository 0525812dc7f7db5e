import { describe, expect, test } from 'vitest';
import type { Moment } from '../../../../src-main/core/ports/clock.ts';
import type { NextStep, StreamState } from '../../../../src-main/core/ports/source.ts';
import { nextStatusChangeIn, streamStatus } from '../../../../src-main/core/stream/stream-state.ts';
import type { StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { cause } from '../../../doubles/stream-cause.ts';

const BLIND_AFTER_MS = 75_000;
/** Elapsed time does not start at 0; only differences matter. */
const moment = (ms: number): Moment => ({ at: ms, elapsed: 5_000_000 + ms });
/** When the loss was noticed, two seconds after the last complete event. */
const LOST_AT = moment(2_000);
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
  ['is watching while events are recent', watching, 1, shownWatching, 75_000],
  ['is watching to the last millisecond', watching, 74_999, shownWatching, 75_000],
  [
    'changes from watching to blind when the last event is 75 s old',
    watching,
    75_000,
    { kind: 'blind', since: 0, cause: null, attempt: 1, nextAttemptAt: null },
    null,
  ],
  [
    'is reconnecting without a cause at the first attempt',
    connecting(null),
    1,
    { kind: 'reconnecting', ...attempt, cause: null, lostAt: 2_000 },
    12_000,
  ],
  [
    'keeps the cause of the attempt before while the next is under way',
    connecting(retry('reconnecting')),
    11_999,
    { kind: 'reconnecting', ...attempt, cause, lostAt: 2_000 },
    12_000,
  ],
  [
    'is blind during an attempt 10 s after the loss was noticed',
    connecting(retry('reconnecting')),
    12_000,
    { kind: 'blind', ...attempt, cause },
    null,
  ],
  [
    'names the time of the next attempt during a wait',
    waiting(retry('reconnecting'), 20_000),
    11_000,
    { kind: 'reconnecting', ...attempt, nextAttemptAt: 20_000, cause, lostAt: 2_000 },
    12_000,
  ],
  [
    'is blind during a wait, however long it is, and still names the next attempt',
    waiting(retry('reconnecting'), 90_000),
    12_000,
    { kind: 'blind', ...attempt, nextAttemptAt: 90_000, cause },
    null,
  ],
  [
    'stays seat-taken, however long',
    waiting(retry('seat-taken'), 600_000),
    599_999,
    { kind: 'seat-taken', ...attempt, nextAttemptAt: 600_000, cause },
    null,
  ],
  [
    'stays seat-taken while it asks for the seat again',
    connecting(retry('seat-taken')),
    600_000,
    { kind: 'seat-taken', ...attempt, cause },
    null,
  ],
  [
    'stays sign-in-needed, however long',
    waiting(signIn, null),
    600_000,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: null },
    null,
  ],
  [
    'names the time at which a sign-in is retried',
    waiting(retry('sign-in-needed'), 600_000),
    599_999,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: 600_000 },
    null,
  ],
  [
    'stays sign-in-needed while the sign-in is retried',
    connecting(retry('sign-in-needed')),
    600_000,
    { kind: 'sign-in-needed', since: 0, cause, nextAttemptAt: null },
    null,
  ],
  [
    'is reconnecting without a cause after the user signed in',
    connecting(signIn),
    1,
    { kind: 'reconnecting', ...attempt, cause: null, lostAt: 2_000 },
    12_000,
  ],
  ['stays stopped', { kind: 'stopped', since: moment(7) }, 600_000, { kind: 'stopped', since: 7 }, null],
];

describe('the stream status and the time of its next change', () => {
  test('is blind at once if the last event is 75 s old when the loss is noticed', () => {
    const state = connecting(retry('reconnecting'));
    const kindAt = (now: number) => streamStatus(state, moment(now), BLIND_AFTER_MS, moment(70_000)).kind;
    expect([kindAt(74_999), kindAt(75_000)]).toEqual(['reconnecting', 'blind']);
    expect(nextStatusChangeIn(state, moment(70_000), BLIND_AFTER_MS, moment(70_000))).toBe(5_000);
  });

  test.each(table)('%s', (_sentence, state, now, status, changesAt) => {
    expect({
      status: streamStatus(state, moment(now), BLIND_AFTER_MS, LOST_AT),
      changesIn: nextStatusChangeIn(state, moment(now), BLIND_AFTER_MS, LOST_AT),
    }).toEqual({ status, changesIn: changesAt === null ? null : changesAt - now });
  });

  test.each(table)('%s; the status stays the same until that time', (_sentence, state, now, status, changesAt) => {
    const later = changesAt === null ? now + 86_400_000 : changesAt - 1;
    expect(streamStatus(state, moment(later), BLIND_AFTER_MS, LOST_AT)).toEqual(status);
    if (changesAt !== null) expect(streamStatus(state, moment(changesAt), BLIND_AFTER_MS, LOST_AT).kind).toBe('blind');
  });

  test.each(table)(
    '[COVER-1] %s; the status uses the times of a clock that was set meanwhile',
    (_s, state, now, status) => {
      for (const setBy of [3_600_000, -7_200_000]) {
        const present = { ...moment(now), at: now + setBy };
        const entries = Object.entries(status).map(([name, value]) => [
          name,
          typeof value === 'number' && name !== 'attempt' ? value + setBy : value,
        ]);
        expect(streamStatus(state, present, BLIND_AFTER_MS, LOST_AT)).toEqual(Object.fromEntries(entries));
        const delay = nextStatusChangeIn(state, moment(now), BLIND_AFTER_MS, LOST_AT);
        expect(nextStatusChangeIn(state, present, BLIND_AFTER_MS, LOST_AT)).toBe(delay);
      }
    },
  );

  test.each(table)('%s; the status has equal times although two clocks never agree', (_s, state, now) => {
    const read = (fraction: number) =>
      streamStatus(
        state,
        { at: now + Math.round(fraction), elapsed: moment(now).elapsed + fraction },
        BLIND_AFTER_MS,
        LOST_AT,
      );
    // Not later, because some of the states change in the next millisecond.
    expect(read(-0.7)).toEqual(read(-0.2));
    expect(read(-0.49)).toEqual(read(-0.2));
  });
});
