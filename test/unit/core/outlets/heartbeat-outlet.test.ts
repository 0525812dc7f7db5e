import { describe, expect, onTestFinished, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { runHeartbeat } from '../../../../src-main/core/outlets/heartbeat-outlet.ts';
import type { OutletResponse } from '../../../../src-main/core/ports/outlets.ts';
import type { StorageStatus, StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { ACCEPTED } from '../../../doubles/memory-outlets.ts';
import { watchSnapshot } from '../../../doubles/page-watch.ts';

const SECOND = 1_000;
const WATCHING: StreamStatus = watchSnapshot().stream;
const STORING: StorageStatus = { kind: 'storing' };

/** Pings every 30 s, from the start. */
function heartbeat(ping?: (signal: AbortSignal) => Promise<OutletResponse>, write = async () => true) {
  const clock = new FakeClock();
  const transitions = new ChangeSignal();
  const state = { stream: WATCHING, storage: STORING };
  const pings: number[] = [];
  const watching = {
    transitions,
    get stream() {
      return state.stream;
    },
    get storage() {
      return state.storage;
    },
  };
  const ending = new AbortController();
  const running = runHeartbeat(
    {
      watching,
      clock,
      everySeconds: 30,
      write: () => write(),
      async ping(signal) {
        pings.push(clock.monotonic() / SECOND);
        return ping === undefined ? ACCEPTED : ping(signal);
      },
      onResponse: () => undefined,
    },
    ending.signal,
  );
  onTestFinished(async () => {
    ending.abort(new Error('the test is over'));
    await running;
  });
  return {
    clock,
    pings,
    turn: (change: Partial<typeof state>): void => {
      Object.assign(state, change);
      transitions.notify();
    },
    receive: (): void => {
      state.stream = { ...WATCHING, kind: 'watching', lastEventAt: clock.now() } as StreamStatus;
    },
  };
}

const lost: readonly StreamStatus['kind'][] = ['reconnecting', 'blind', 'seat-taken', 'sign-in-needed', 'stopped'];

describe('[OUTLET-40] the heartbeat pings only while watching and storing', () => {
  test('regularly while all is well', async () => {
    const { clock, pings } = heartbeat();
    await clock.advance(100 * SECOND);
    expect(pings).toEqual([0, 30, 60, 90]);
  });

  test.for(lost)('not while the stream is %s, and again afterwards', async (kind) => {
    const { clock, pings, turn } = heartbeat();
    await clock.advance(10 * SECOND);
    turn({ stream: { ...WATCHING, kind } as StreamStatus });
    await clock.advance(300 * SECOND);
    turn({});
    await clock.advance(300 * SECOND);
    expect(pings).toEqual([0]);
    turn({ stream: WATCHING });
    await clock.advance(SECOND);
    expect(pings).toEqual([0, 610]);
  });

  test('not while nothing is stored', async () => {
    const { clock, pings, turn } = heartbeat();
    await clock.advance(SECOND);
    turn({ storage: { kind: 'failing', since: 0, waiting: 3, error: null } as unknown as StorageStatus });
    await clock.advance(600 * SECOND);
    expect(pings).toEqual([0]);
  });

  test('a ping under way is cut off when the signal is lost', async () => {
    let ending: AbortSignal | null = null;
    const { clock, turn } = heartbeat(
      (signal) =>
        new Promise((_resolve, reject) => {
          ending = signal;
          signal.addEventListener('abort', () => reject(new Error('cut off')));
        }),
    );
    await clock.advance(SECOND);
    turn({ stream: { ...WATCHING, kind: 'blind' } as StreamStatus });
    await clock.advance(SECOND);
    expect((ending as AbortSignal | null)?.aborted).toBe(true);
  });
});

describe('[OUTLET-40] after the process stood still, the heartbeat waits for a newer event', () => {
  const pauses = {
    'was stopped': (clock: FakeClock) => clock.suspend(20 * SECOND),
    'slept with the computer': async (clock: FakeClock) => clock.sleepComputer(20 * SECOND),
  };

  test.for(Object.entries(pauses))('a process that %s', async ([, pause]) => {
    const { clock, pings, receive } = heartbeat();
    receive();
    await clock.advance(29 * SECOND);
    await pause(clock);
    // Waited in the socket: nothing shows that the service still sends.
    receive();
    await clock.advance(60 * SECOND);
    expect(pings.length).toBe(1);
    receive();
    await clock.advance(SECOND);
    expect(pings.length).toBe(2);
  });

  test('a clock that is set is no pause', async () => {
    const { clock, pings, receive } = heartbeat();
    receive();
    await clock.advance(29 * SECOND);
    clock.setWallClock(clock.now() + 3_600 * SECOND);
    receive();
    await clock.advance(2 * SECOND);
    expect(pings.length).toBe(2);
  });
});

describe('[OUTLET-40] each ping follows a write to the store', () => {
  test('no ping while a write fails or does not end, and one as soon as it succeeds', async () => {
    let write: () => Promise<boolean> = async () => false;
    const { clock, pings } = heartbeat(undefined, () => write());
    await clock.advance(60 * SECOND);
    expect(pings).toEqual([]);
    const hanging = Promise.withResolvers<boolean>();
    write = () => hanging.promise;
    await clock.advance(3 * SECOND);
    expect(pings).toEqual([]);
    hanging.resolve(true);
    await clock.advance(SECOND);
    expect(pings.length).toBe(1);
  });

  test('a heartbeat that waits for its write ends when it is stopped', async () => {
    const { clock, pings } = heartbeat(undefined, () => new Promise(() => undefined));
    await clock.advance(60 * SECOND);
    expect(pings).toEqual([]);
  });
});
