import { describe, expect, it, test } from 'vitest';
import type { Cause, StreamStatus } from '../../src-shared/domain/stream-status.ts';
import { readSignal, signalCharacter, signalName, signalRemark } from '../../src-renderer/signal.ts';
import type { WatchState } from '../../src-renderer/stores/watch-store.ts';
import { snapshotOf, START, watchSnapshot } from '../doubles/page-backend.ts';

const cause: Cause = { kind: 'unreachable', reason: 'unreachable', code: 'ECONNREFUSED', error: null, answer: null };
const seenAt = { wall: START, monotonic: 0 };
const after = (ms: number) => ({ wall: START + ms, monotonic: ms });
function saying(stream: StreamStatus, wire: WatchState['wire'] = { kind: 'open' }): WatchState {
  const shown = watchSnapshot({ stream });
  return { wire, seen: { snapshot: snapshotOf(shown), at: seenAt, firstOfWire: true }, shown };
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
    [{ wire: { kind: 'connecting' }, seen: null, shown: null }, '◔ Connecting'],
    [
      { wire: { kind: 'lost', since: START }, seen: null, shown: null },
      "○ Not connected to Watchfloor's backend since 14:00:00 UTC",
    ],
    [
      { wire: { kind: 'open' }, seen: { snapshot: snapshotOf(), at: seenAt, firstOfWire: true }, shown: null },
      '○ No profile open',
    ],
    [saying(watching), '● Watching'],
    [saying({ kind: 'reconnecting', ...interrupted }), '◔ Reconnecting next try in 4 s'],
    [saying({ kind: 'reconnecting', ...interrupted, nextAttemptAt: null }), '◔ Reconnecting trying now'],
    [saying({ kind: 'blind', ...interrupted }), '▨ Blind since 13:59:40 UTC · next try in 4 s'],
    [saying({ kind: 'seat-taken', ...interrupted }), '◆ Seat taken since 13:59:40 UTC · next try in 4 s'],
    [saying({ kind: 'sign-in-needed', since: START - 20_000, cause }), '▲ Sign-in needed since 13:59:40 UTC'],
    [saying({ kind: 'stopped', since: START - 20_000 }), '■ Stopped since 13:59:40 UTC'],
  ])('%#: %o', (state, words) => {
    const signal = readSignal(state, after(0));
    const said = `${signalCharacter(signal)} ${signalName(signal)} ${signalRemark(signal, 'utc', START)}`.trim();
    expect(said).toBe(words);
  });
});

describe('the signal is never green on old news', () => {
  it('counts the heartbeat in the time that has passed on the page', () => {
    expect(readSignal(saying(watching), after(5_000))).toEqual({
      kind: 'watching',
      sessionMs: 766_000,
      heartbeatAgeMs: 13_000,
      heartbeatSeen: true,
      late: false,
    });
  });
  it('is late from 45 s and blind from 75 s after the last event, with no word from the backend', () => {
    const kinds = [36_999, 37_000, 66_999, 67_000].map((ms) => {
      const signal = readSignal(saying(watching), after(ms));
      return signal.kind === 'watching' ? { late: signal.late } : signal;
    });
    const blind = { kind: 'blind', since: START - 8_000, cause: null, nextAttemptInMs: null };
    expect(kinds).toEqual([{ late: false }, { late: true }, { late: true }, blind]);
  });
  it('is blind after the computer slept, though the monotonic clock stood still', () => {
    expect(readSignal(saying(watching), { wall: START + 3_600_000, monotonic: 10 }).kind).toBe('blind');
  });
  it('is late, not blind, while other events still arrive without heartbeats', () => {
    const signal = readSignal(saying({ ...watching, lastEventAt: START, lastHeartbeatAt: START - 100_000 }), after(0));
    expect(signal).toMatchObject({ kind: 'watching', late: true });
  });
  it('turns a reconnection that lasts too long into blind', () => {
    expect(readSignal(saying({ kind: 'reconnecting', ...interrupted }), after(55_000)).kind).toBe('blind');
  });
  it('is not watching once the wire to the backend is lost, whatever was said last', () => {
    expect(readSignal(saying(watching, { kind: 'lost', since: START }), after(0))).toEqual({
      kind: 'wire-lost',
      since: START,
    });
  });
});
