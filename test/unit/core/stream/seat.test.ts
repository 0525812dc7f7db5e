import { afterEach, describe, expect, test } from 'vitest';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../../../src-main/core/ports/stream-client.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import {
  noAnswer,
  attemptClosed,
  RecordingSink,
  attemptRefused,
  watchStream,
  type WatchedStream,
} from '../../../doubles/watched-stream.ts';

const opened: WatchedStream[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ stop }) => stop())));

interface Subscriber {
  readonly attempt: StreamAttempt;
  readonly end: (end: AttemptEnd) => void;
}

const HEARTBEAT_MS = 30_000;

type SeatRule = 'newer wins' | 'older wins' | 'closes the newer' | `closes after ${number} s`;

/**
 * A service with one seat per domain. Its treatment of a second client is undocumented, so each possible rule is
 * simulated.
 */
class OneSeat {
  readonly #clock: FakeClock;
  readonly #rule: SeatRule;
  readonly #quiet: boolean;
  readonly #limitMs: number | null;
  #holder: Subscriber | null = null;

  constructor(clock: FakeClock, rule: SeatRule, quiet = false) {
    this.#clock = clock;
    this.#rule = rule;
    this.#quiet = quiet;
    const [, seconds] = /^closes after ([\d.]+) s$/.exec(rule) ?? [];
    this.#limitMs = seconds === undefined ? null : Number(seconds) * 1_000;
  }

  client(): StreamClient & { connects: number } {
    const client = {
      connects: 0,
      attempt: (attempt: StreamAttempt) => {
        client.connects += 1;
        return new Promise<AttemptEnd>((resolve) => {
          const subscriber = { attempt, end: resolve };
          attempt.signal.addEventListener('abort', () => {
            if (this.#holder === subscriber) this.#holder = null;
            resolve({ kind: 'aborted' });
          });
          this.#admit(subscriber);
        });
      },
    };
    return client;
  }

  #admit(subscriber: Subscriber): void {
    const isTaken = this.#holder !== null && this.#rule !== 'newer wins';
    if (isTaken && this.#rule === 'older wins') return subscriber.end(attemptRefused(409));
    subscriber.attempt.onOpen(noAnswer);
    this.#emit(subscriber, 'SUBSCRIPTION_STARTED');
    if (isTaken) return subscriber.end(attemptClosed);
    this.#holder?.end(attemptClosed);
    this.#holder = subscriber;
    if (!this.#quiet) this.#emit(subscriber, 'LOCALIZATION');
    if (this.#limitMs !== null) void this.#closeIn(this.#limitMs, subscriber);
  }

  async #closeIn(limitMs: number, subscriber: Subscriber): Promise<void> {
    const { signal } = new AbortController();
    for (let at = HEARTBEAT_MS; at < limitMs; at += HEARTBEAT_MS) {
      await this.#clock.sleep(HEARTBEAT_MS, signal);
      this.#emit(subscriber, 'HEARTBEAT');
    }
    await this.#clock.sleep(limitMs % HEARTBEAT_MS || HEARTBEAT_MS, signal);
    subscriber.end(attemptClosed);
  }

  #emit({ attempt }: Subscriber, kind: string): void {
    void attempt.onEvent({ kind, receivedAt: this.#clock.now(), id: null, data: kind });
  }
}

/** Runs clients with different random numbers for ten minutes and records their status every tenth of a second. */
async function tenMinutes(rule: SeatRule, clients: number, quiet: boolean) {
  const clock = new FakeClock();
  const service = new OneSeat(clock, rule, quiet);
  const watched = Array.from({ length: clients }, (_, number) => {
    const streams = service.client();
    let turn = number * 7;
    const random = () => ((turn += 1) * 0.618_034) % 1;
    const stream = watchStream({ clock, streams, random, sink: new RecordingSink() });
    opened.push(stream);
    return { streams, stream, shown: new Set<string>(), causes: new Set<string>(), moments: { watching: 0 } };
  });
  for (let tenth = 0; tenth < 6_000; tenth += 1) {
    await clock.advance(100);
    for (const { stream, shown, causes, moments } of watched) {
      const status = stream.status();
      shown.add(status.kind);
      if (status.kind === 'watching') moments.watching += 1;
      else if ('cause' in status && status.cause !== null) causes.add(status.cause.kind);
    }
  }
  return watched.map(({ streams, shown, causes, moments }) => ({
    connects: streams.connects,
    seatTaken: shown.has('seat-taken'),
    watchedShare: moments.watching / 6_000,
    causes,
  }));
}

describe.each([
  ['with events', false],
  ['without events of the domain', true],
])('[STREAM-7] two clients for one seat, for ten minutes, sessions %s', (_which, quiet) => {
  test.each<[sentence: string, rule: SeatRule]>([
    ['if the newer one wins', 'newer wins'],
    ['if the service refuses the newer one with 409', 'older wins'],
    ['if the service closes the newer one immediately', 'closes the newer'],
  ])('show that the seat is taken and connect at most 24 times each %s', async (_sentence, rule) => {
    const seen = await tenMinutes(rule, 2, quiet);
    expect(seen.filter(({ connects }) => connects > 24)).toEqual([]);
    expect(seen.map(({ seatTaken }) => seatTaken)).toContain(true);
    // If each session delivers events, both lose the seat again and again; otherwise the first to give way waits for
    // minutes.
    if (rule === 'newer wins' && !quiet) expect(seen.map(({ seatTaken }) => seatTaken)).toEqual([true, true]);
  });
});

test('does not mistake a load balancer that closes every minute for a second client', async () => {
  expect(await tenMinutes('closes after 60 s', 1, false)).toMatchObject([{ connects: 10, seatTaken: false }]);
});

test.each([10, 15, 20, 29, 55, 60, 90])(
  '[STREAM-32] watches nearly all the time through a proxy that ends each stream after %i s, and does not show the seat as taken',
  async (seconds) => {
    const [seen] = await tenMinutes(`closes after ${seconds} s`, 1, false);
    expect(seen).toMatchObject({ seatTaken: false });
    expect(seen?.watchedShare).toBeGreaterThan(0.95);
    // Without an event before the end, silence may have ended it as well.
    expect(seen?.causes).toContain(seconds < 30 ? 'idle-limit' : 'path-limit');
  },
);
