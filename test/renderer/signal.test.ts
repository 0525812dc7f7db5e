import { describe, expect, it, test } from 'vitest';
import type { StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { isOutage, computeSignal, signalCharacter, signalName } from '../../src-renderer/signal.ts';
import type { WatchState } from '../../src-renderer/watch-state.ts';
import { snapshotOf, START, watchSnapshot } from '../doubles/page-watch.ts';
import { cause } from '../doubles/stream-cause.ts';

const seenAt = { wall: START, monotonic: 0 };
const after = (ms: number) => ({ wall: START + ms, monotonic: ms });
function saying(stream: StreamStatus, wire: WatchState['wire'] = { kind: 'open' }): WatchState {
  const shown = watchSnapshot({ stream });
  return { wire, received: { snapshot: snapshotOf(shown), at: seenAt, isFirstAfterConnect: true }, shown };
}
const watching: StreamStatus = {
  kind: 'watching',
  since: START - 761_000,
  lastEventAt: START - 8_000,
  lastHeartbeatAt: START - 8_000,
};
const interrupted = { since: START - 20_000, cause, attempt: 2, nextAttemptAt: START + 4_000 };

describe('the signal in words', () => {
  test.each<[WatchState, string]>([
    [{ wire: { kind: 'connecting' }, received: null, shown: null }, '◔ Connecting'],
    [{ wire: { kind: 'lost', since: START }, received: null, shown: null }, "○ Not connected to Watchfloor's backend"],
    [
      {
        wire: { kind: 'open' },
        received: { snapshot: snapshotOf(), at: seenAt, isFirstAfterConnect: true },
        shown: null,
      },
      '○ No profile open',
    ],
    [saying(watching), '● Watching'],
    [saying({ ...watching, lastHeartbeatAt: START - 50_000 }), '◌ Watching'],
    [saying({ kind: 'reconnecting', ...interrupted, lostAt: START }), '◔ Reconnecting'],
    [saying({ kind: 'blind', ...interrupted }), '▨ Blind'],
    [saying({ kind: 'seat-taken', ...interrupted }), '◆ Stream in use'],
    [saying({ kind: 'sign-in-needed', since: START - 20_000, cause, nextAttemptAt: null }), '▲ Sign-in needed'],
    [saying({ kind: 'stopped', since: START - 20_000 }), '■ Stopped'],
  ])('are correct for state %#: %o', (state, words) => {
    const signal = computeSignal(state, after(0));
    expect(`${signalCharacter(signal)} ${signalName(signal)}`).toBe(words);
  });
});

describe('the signal without recent news', () => {
  it('consists of times, so it is equal until the state changes', () => {
    const signal = { kind: 'watching', sessionSince: START - 761_000, late: false };
    expect([computeSignal(saying(watching), after(0)), computeSignal(saying(watching), after(36_999))]).toEqual([
      signal,
      signal,
    ]);
  });
  it('is late from 45 s and blind from 75 s after the last event, without news from the backend', () => {
    const kinds = [36_999, 37_000, 66_999, 67_000].map((ms) => {
      const signal = computeSignal(saying(watching), after(ms));
      return signal.kind === 'watching' ? { late: signal.late } : signal;
    });
    const blind = { kind: 'blind', since: START - 8_000, cause: null, nextAttemptAt: null };
    expect(kinds).toEqual([{ late: false }, { late: true }, { late: true }, blind]);
  });
  it('is blind after the computer slept, even though the monotonic clock stood still', () => {
    expect(computeSignal(saying(watching), { wall: START + 3_600_000, monotonic: 10 }).kind).toBe('blind');
  });
  it('is late, not blind, while other events still arrive without heartbeats', () => {
    const signal = computeSignal(
      saying({ ...watching, lastEventAt: START, lastHeartbeatAt: START - 100_000 }),
      after(0),
    );
    expect(signal).toMatchObject({ kind: 'watching', late: true });
  });
  it('is blind if a reconnect takes ten seconds, or if the last event is 75 s old', () => {
    const kindAfter = (since: number, ms: number) =>
      computeSignal(saying({ kind: 'reconnecting', ...interrupted, since, lostAt: START }), after(ms)).kind;
    expect([kindAfter(START - 29_000, 9_999), kindAfter(START - 29_000, 10_000)]).toEqual(['reconnecting', 'blind']);
    expect([kindAfter(START - 74_999, 0), kindAfter(START - 75_000, 0)]).toEqual(['reconnecting', 'blind']);
  });
  it('is not watching after the connection to the backend was lost', () => {
    expect(computeSignal(saying(watching, { kind: 'lost', since: START }), after(0))).toEqual({
      kind: 'wire-lost',
      since: START,
    });
  });
});

describe('[STREAM-18] a signal is an outage if nothing is watched', () => {
  const reconnecting = saying({ kind: 'reconnecting', ...interrupted, since: START, lostAt: START });
  test.each<[string, WatchState, number, boolean]>([
    ['connecting', { wire: { kind: 'connecting' }, received: null, shown: null }, 0, false],
    ['not connected', saying(watching, { kind: 'lost', since: START }), 0, true],
    ['watching', saying(watching), 0, false],
    ['watching, late', saying(watching), 50_000, false],
    ['blind without news', saying(watching), 67_000, true],
    ['reconnecting for less than ten seconds', reconnecting, 9_999, false],
    ['reconnecting for longer', reconnecting, 10_000, true],
    ['blind', saying({ kind: 'blind', ...interrupted }), 0, true],
    ['seat taken', saying({ kind: 'seat-taken', ...interrupted }), 0, true],
    ['sign-in needed', saying({ kind: 'sign-in-needed', since: START, cause, nextAttemptAt: null }), 0, true],
    ['stopped', saying({ kind: 'stopped', since: START }), 0, true],
  ])('is decided for “%s”', (_, state, ms, loud) => expect(isOutage(computeSignal(state, after(ms)))).toBe(loud));
});
