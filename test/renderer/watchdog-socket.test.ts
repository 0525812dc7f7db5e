import { describe, expect, it } from 'vitest';
import { watchdogSocket } from '../../src-renderer/backend/watchdog-socket.ts';
import type { ClockReading } from '../../src-renderer/time/page-clock.ts';
import { PAGE_CONNECTION_TIMEOUT_MS, SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';

/** Socket to a peer that may be frozen: it never closes by itself. */
class SocketBelow extends EventTarget {
  closed = false;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function connect() {
  const clock = new FakePageClock();
  const below = new SocketBelow();
  const heard: ClockReading[] = [];
  const told: string[] = [];
  const Socket = watchdogSocket(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what is used of one
    function make() {
      return below;
    } as unknown as typeof WebSocket,
    clock,
    (at) => heard.push(at),
  );
  const socket = new Socket('ws://host');
  for (const kind of ['open', 'error', 'close'] as const) socket.addEventListener(kind, () => told.push(kind));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => told.push(data));
  return { clock, below, heard, told, socket };
}

function connected() {
  const all = connect();
  all.below.open();
  all.below.say('PONG');
  all.told.length = 0;
  return all;
}

describe('a watchdog socket', () => {
  it('[PAGE-20] closes 9 s after the last message of any kind, without waiting for the peer', () => {
    const { clock, below, told, socket } = connected();
    for (const text of ['snapshot', 'news', 'PING']) {
      clock.advance(PAGE_CONNECTION_TIMEOUT_MS - 1);
      below.say(text);
    }
    clock.advance(PAGE_CONNECTION_TIMEOUT_MS - 1);
    expect({ told, dropped: below.closed }).toEqual({ told: ['snapshot', 'news', 'PING'], dropped: false });
    clock.advance(1);
    expect({ told: told.at(-1), dropped: below.closed, state: socket.readyState, timers: clock.pendingTimers }).toEqual(
      {
        told: 'close',
        dropped: true,
        state: 3,
        timers: 0,
      },
    );
  });

  it('[PAGE-20] closes if the wall clock alone shows that 9 s have passed, because the computer slept', () => {
    const { clock, below, told } = connected();
    clock.set({ wall: clock.read().wall + 3_600_000, monotonic: 10 });
    below.say('as old as the sleep');
    expect(told).toEqual(['close']);
  });

  it('[PAGE-20] passes on no message that waited while the page slept, before or after it notices', () => {
    const { clock, below, told } = connected();
    // The message arrives before the timer runs, which is possible.
    const { wall, monotonic } = clock.read();
    const late = { wall: wall + 60_000, monotonic: monotonic + 60_000 };
    clock.read = () => late;
    below.say('a minute old');
    below.say('as old');
    expect({ told, dropped: below.closed }).toEqual({ told: ['close'], dropped: true });
  });

  it('tolerates two missed snapshots, but not a third', () => {
    expect(2 * SNAPSHOT_INTERVAL_MS).toBeLessThan(PAGE_CONNECTION_TIMEOUT_MS);
    expect(PAGE_CONNECTION_TIMEOUT_MS).toBeLessThan(10_000);
  });

  it('[PAGE-20] opens when the peer answers, and gives up a peer that accepts the connection and stays silent', () => {
    const { clock, below, told } = connect();
    below.open();
    expect({ told, sent: below.sent }).toEqual({ told: [], sent: ['PING'] });
    clock.advance(PAGE_CONNECTION_TIMEOUT_MS);
    expect(told).toEqual(['error', 'close']);
    const answered = connect();
    answered.below.open();
    answered.below.say('PONG');
    answered.below.say('a message');
    expect(answered.told).toEqual(['open', 'a message']);
  });

  it('[PAGE-20] passes on a first message that is not the answer to its ping, because the peer may send a ping too', () => {
    const { below, told } = connect();
    below.open();
    below.say('PING');
    expect(told).toEqual(['open', 'PING']);
  });

  it('closes once, from either side, and is silent afterwards', () => {
    const { below, told, heard, socket } = connected();
    below.dispatchEvent(new Event('close'));
    below.dispatchEvent(new Event('close'));
    below.say('too late');
    socket.close();
    socket.send('nothing');
    expect({ told, heard: heard.length, sent: below.sent }).toEqual({
      told: ['close'],
      heard: 1,
      sent: ['PING'],
    });
  });

  it('closes immediately when the page closes it', () => {
    const { below, told, socket } = connected();
    socket.close();
    expect({ told, dropped: below.closed }).toEqual({ told: ['close'], dropped: true });
  });
});
