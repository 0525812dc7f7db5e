import { expect, test } from 'vitest';
import { activeSignals, type TrackedSignal } from '../../../../src-main/core/alarms/active-signals.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmSignal } from '../../../../src-shared/domain/cases/alarm.ts';
import type { StorageStatus, StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';

const blind: StreamStatus = { kind: 'blind', since: 5_000, cause: null, attempt: 3, nextAttemptAt: null };
const watching: StreamStatus = { kind: 'watching', since: 0, lastEventAt: 0, lastHeartbeatAt: null };
const storing: StorageStatus = { kind: 'storing' };

function names(stream: StreamStatus, storage: StorageStatus = storing): readonly AlarmSignal[] {
  const first = activeSignals([], stream, storage, [], 0);
  return activeSignals(first.tracked, stream, storage, [], 10_000).signals.map(({ signal }) => signal);
}

test.each<[string, StreamStatus, StorageStatus, readonly AlarmSignal[]]>([
  ['watching', watching, storing, []],
  ['a reconnect', { ...blind, kind: 'reconnecting', lostAt: blind.since }, storing, []],
  ['being blind', blind, storing, ['blind']],
  ['a source that ended by a fault', { kind: 'stopped', since: 7 }, storing, ['blind']],
  ['a full disk', watching, { kind: 'failing', since: 9, error: null, waiting: 2 }, ['not-storing']],
  ['both', blind, { kind: 'failing', since: 9, error: null, waiting: 2 }, ['blind', 'not-storing']],
])('[ALARM-6] raises an alarm after ten seconds for the state: %s', (_what, stream, storage, expected) =>
  expect(names(stream, storage)).toEqual(expected),
);

test('[ALARM-6] raises no alarm for a state that lasts less than ten seconds, and returns when it would', () => {
  const first = activeSignals([], blind, storing, [], 100);
  const later = activeSignals(first.tracked, blind, storing, [], 4_100);
  const over = activeSignals(later.tracked, watching, storing, [], 5_000);
  const again = activeSignals(over.tracked, blind, storing, [], 12_000);
  expect([first, later, over, again].map(({ signals, nextIn }) => [signals.length, nextIn])).toEqual([
    [0, 10_000],
    [0, 6_000],
    [0, null],
    [0, 10_000],
  ]);
});

test('[ALARM-6] keeps the start of a signal when the status later reports another one', () => {
  const first = activeSignals([], blind, storing, [], 0);
  const { signals } = activeSignals(first.tracked, { ...blind, since: 5_007 }, storing, [], 20_000);
  expect(signals).toEqual([{ signal: 'blind', since: 5_000, cause: null }]);
});

test('[ALARM-6] continues an alarm from before a restart immediately if the signal still lasts', () => {
  const signals = (endedAt: number | null, since: number, before: readonly TrackedSignal[] = []) =>
    activeSignals(before, blind, storing, [aSignal(since, endedAt)], 0).signals.map((signal) => signal.since);
  expect([signals(null, 4_990), signals(8_000, 4_990), signals(null, 400_000)]).toEqual([[4_990], [], []]);
});

function signalsAt(...moments: readonly (readonly [number, StreamStatus])[]): readonly (readonly AlarmSignal[])[] {
  let tracked: readonly TrackedSignal[] = [];
  return moments.map(([seconds, stream]) => {
    const present = activeSignals(tracked, stream, storing, [], seconds * 1_000);
    ({ tracked } = present);
    return present.signals.map(({ signal }) => signal);
  });
}
const signIn: StreamStatus = { kind: 'sign-in-needed', since: 5_000, cause: ofSignIn(), nextAttemptAt: null };

test('[ALARM-6] keeps the reported reason until the next reason has lasted ten seconds', () =>
  expect(signalsAt([0, blind], [10, blind], [60, signIn], [69, signIn], [70, signIn], [80, watching])).toEqual([
    [],
    ['blind'],
    ['blind'],
    ['blind'],
    ['sign-in-needed'],
    [],
  ]));

test('[ALARM-6] reports one signal after ten seconds if the reasons change faster than that', () =>
  expect(signalsAt([0, blind], [6, signIn], [10, signIn], [16, blind], [22, signIn], [28, blind])).toEqual([
    [],
    [],
    ['sign-in-needed'],
    ['sign-in-needed'],
    ['sign-in-needed'],
    ['sign-in-needed'],
  ]));

test('[ALARM-6] does not end an alarm from before a restart until the new reason has lasted ten seconds', () => {
  const signalsNow = activeSignals([], signIn, storing, [aSignal(4_990, null)], 0);
  const later = activeSignals(signalsNow.tracked, signIn, storing, [aSignal(4_990, null)], 10_000);
  expect([signalsNow, later].map(({ signals }) => signals.map(({ signal, since }) => [signal, since]))).toEqual([
    [['blind', 4_990]],
    [['sign-in-needed', 5_000]],
  ]);
});

function ofSignIn(): (StreamStatus & { readonly kind: 'sign-in-needed' })['cause'] {
  return { kind: 'no-grant', reason: 'sign-in-needed', code: '', host: null, error: null, answer: null };
}

function aSignal(since: number, endedAt: number | null): Alarm {
  return {
    id: 'a',
    about: { kind: 'signal', signal: 'blind', cause: null, endedAt },
    severity: 'watching',
    rules: [],
    how: { banner: true, sound: false, badge: true },
    since,
    firstAt: since,
    lastAt: since,
    firstSeq: null,
    lastSeq: null,
    silence: null,
    deliveries: [],
    openedAt: null,
    seenAt: null,
  };
}
