import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEventStoreOpener } from '../../../src-main/adapters/event-store/event-store.ts';
import type { EventStoreOpener } from '../../../src-main/core/ports/event-store.ts';
import type { StreamClient } from '../../../src-main/core/ports/stream-client.ts';
import { openWatch, type Watch, type WatchPorts } from '../../../src-main/core/watch.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordedStores } from '../../doubles/recorded-stores.ts';
import { watchPorts } from '../../doubles/watch-ports.ts';
import { temporaryDirectory } from '../adapters/event-store/temporary-store.ts';

const realStores = (dataDir = temporaryDirectory()) => createEventStoreOpener({ dataDir });

let watches: Watch[] = [];
afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.stop()));
  watches = [];
});

async function open(ports: WatchPorts, practice = false): Promise<Watch> {
  const watch = await openWatch(ports, { profile: someProfile, practice, readSecret: async () => 'secret' });
  watches.push(watch);
  return watch;
}

/** A watch whose stream is open, and what a test does to it. */
async function watching<Stores extends EventStoreOpener>(stores: Stores) {
  const ports = watchPorts(stores);
  const watch = await open(ports);
  await vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(1));
  let number = 0;
  return {
    ...ports,
    watch,
    /** So many events more, each of them new. */
    receive: (count: number, data: object = {}): void => {
      for (let event = 0; event < count; event += 1) {
        number += 1;
        void ports.streams.attempts.at(-1)?.onEvent({
          kind: 'LOCALIZATION',
          id: `e-${number}`,
          receivedAt: ports.clock.now(),
          data: JSON.stringify(data),
        });
      }
    },
    stored: (count: number) => vi.waitFor(() => expect(watch.snapshot().newestSeq).toBe(count)),
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the live feed', () => {
  test('gives everything after a number, without hole or repeat, while more is stored, at most ten times a second', async () => {
    const { watch, clock, receive, stored } = await watching(realStores());
    receive(5);
    await stored(5);
    const leave = new AbortController();
    const batches: { at: number; seqs: number[] }[] = [];
    const ended = (async () => {
      for await (const rows of watch.liveEvents(3, leave.signal))
        batches.push({ at: clock.monotonic(), seqs: rows.map(({ seq }) => seq) });
    })();
    // More than fits one batch, in pieces that do not fall together with the feed's own pace.
    for (let piece = 0; piece < 40; piece += 1) {
      receive(37);
      await clock.advance(30);
    }
    await stored(1_485);
    await vi.waitFor(async () => {
      await clock.advance(100);
      expect(batches.at(-1)?.seqs.at(-1)).toBe(1_485);
    });
    leave.abort();
    await ended;
    expect(batches.flatMap(({ seqs }) => seqs)).toEqual(numbers(4, 1_485));
    const pauses = batches.slice(1).map(({ at }, index) => at - (batches[index]?.at ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...batches.map(({ seqs }) => seqs.length))).toBeLessThanOrEqual(500);
  });

  test('waits for what is not there yet', async () => {
    const { watch, receive } = await watching(realStores());
    const feed = watch.liveEvents(0, new AbortController().signal);
    const first = feed.next();
    receive(1);
    expect((await first).value).toMatchObject([{ seq: 1, id: 'e-1' }]);
  });

  test('reads again 100 ms after a batch, whatever came meanwhile', async () => {
    const { watch, clock, receive, stored } = await watching(realStores());
    receive(1);
    await stored(1);
    const feed = watch.liveEvents(0, new AbortController().signal);
    await feed.next();
    const next = feed.next();
    receive(2);
    await stored(3);
    expect(clock.nextDueIn).toBe(100);
    await clock.advance(100);
    expect((await next).value).toMatchObject([{ seq: 2 }, { seq: 3 }]);
  });

  test.each(['while it waits for events', 'while it waits between batches'])(
    'ends with its signal %s, and leaves nothing behind',
    async (moment) => {
      const { watch, clock, receive, stored } = await watching(realStores());
      const leave = new AbortController();
      const feed = watch.liveEvents(0, leave.signal);
      if (moment === 'while it waits between batches') {
        receive(1);
        await stored(1);
        await feed.next();
      }
      const next = feed.next();
      leave.abort();
      expect([await next, clock.sleeping]).toEqual([{ done: true, value: undefined }, 0]);
    },
  );

  test('ends when watching stops', async () => {
    const { watch } = await watching(realStores());
    const next = watch.liveEvents(0, new AbortController().signal).next();
    await watch.stop();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('opening', () => {
  test('what an earlier run stored is known before anything arrives', async () => {
    const dataDir = temporaryDirectory();
    const first = await watching(realStores(dataDir));
    first.receive(2, { principal: 'acme/emea' });
    await first.stored(2);
    const lastEventAt = first.clock.now();
    await first.watch.stop();

    const ports = watchPorts(realStores(dataDir));
    await ports.clock.advance(10_000);
    const watch = await open(ports);
    expect(watch.snapshot()).toEqual({
      kind: 'open',
      at: ports.clock.now(),
      profile: {
        name: someProfile.name,
        practice: false,
        eventsUrl: someProfile.eventsUrl,
        domain: 'acme/emea',
        heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
      },
      stream: { kind: 'reconnecting', since: lastEventAt, cause: null, attempt: 1, nextAttemptAt: null },
      storage: { kind: 'storing' },
      newestSeq: 2,
    });
    expect((await watch.reader.page({ limit: 10 })).rows.map(({ id }) => id)).toEqual(['e-2', 'e-1']);
    await vi.waitFor(() => expect(ports.streams.attempts.map(({ lastEventId }) => lastEventId)).toEqual(['e-2']));
  });

  test('the domain is what the newest event that names one says', async () => {
    const { watch, receive, stored } = await watching(realStores());
    expect(watch.snapshot().profile.domain).toBeNull();
    receive(1, { principal: 'acme/emea' });
    receive(1);
    await stored(2);
    expect(watch.snapshot().profile.domain).toBe('acme/emea');
    receive(1, { principal: 'acme/apac' });
    await stored(3);
    expect(watch.snapshot().profile.domain).toBe('acme/apac');
  });

  test('a store that cannot be resumed is closed again', async () => {
    const failure = new AppError('STORE_UNWRITABLE', 'The disk is full. Free some space.');
    const stores = new RecordedStores();
    const failing: EventStoreOpener = {
      async open(place) {
        const store = await stores.open(place);
        store.resume = () => Promise.reject(failure);
        return store;
      },
    };
    const ports = watchPorts(failing);
    await expect(open(ports)).rejects.toBe(failure);
    expect([stores.journal, ports.streams.attempts]).toEqual([
      [`open ${someProfile.name}`, `close ${someProfile.name}`],
      [],
    ]);
  });

  test.each([
    [false, [JSON.stringify(someProfile)]],
    [true, []],
  ])('a profile is remembered beside its events, Practice is not (practice: %s)', async (practice, expected) => {
    const remembered: string[] = [];
    const stores = new RecordedStores();
    const remembering: EventStoreOpener = {
      async open(place) {
        const store = await stores.open(place);
        store.rememberProfile = async (json) => void remembered.push(json);
        return store;
      },
    };
    await open(watchPorts(remembering), practice);
    expect(remembered).toEqual(expected);
  });
});

test('a wait for the next attempt ends when somebody wishes', async () => {
  const { watch, streams } = await watching(new RecordedStores());
  streams.end({ kind: 'refused', status: 403, retryAfterMs: null, body: '' });
  await vi.waitFor(() => expect(watch.snapshot().stream).toMatchObject({ nextAttemptAt: expect.any(Number) }));
  watch.retryNow();
  await vi.waitFor(() => expect(streams.attempts).toHaveLength(2));
});

test('a store that does not write is shown, with what waits in memory', async () => {
  const { watch, stores, receive, clock } = await watching(new RecordedStores());
  const [store] = stores.stores;
  if (store === undefined) throw new Error('no store was opened');
  store.failWith = new AppError('STORE_UNWRITABLE', 'The disk is full. Free some space.');
  receive(3);
  await clock.advance(0);
  expect(watch.snapshot().storage).toEqual({
    kind: 'failing',
    since: clock.now(),
    code: 'STORE_UNWRITABLE',
    message: 'The disk is full. Free some space.',
    waiting: 3,
  });
  store.failWith = null;
  await clock.advance(1_000);
  expect(watch.snapshot()).toMatchObject({ storage: { kind: 'storing' }, newestSeq: 3 });
});

describe('a stream that breaks by a bug of ours', () => {
  const bug = new TypeError('a bug');
  /** Gives one event, then throws what no stream client may throw. */
  const broken: StreamClient = {
    async attempt({ onEvent }) {
      void onEvent({ kind: 'LOCALIZATION', id: null, receivedAt: 0, data: 'the last words' });
      throw bug;
    },
  };

  test('is shown as stopped at once, and logged', async () => {
    const ports = { ...watchPorts(new RecordedStores()), streams: broken };
    const watch = await open(ports);
    const seen = watch.changes.revision;
    await watch.changes.beyond(seen, new AbortController().signal);
    await vi.waitFor(() => expect(watch.snapshot().stream).toEqual({ kind: 'stopped', since: ports.clock.now() }));
    expect(ports.log.lines).toContainEqual({
      level: 'error',
      message: 'watching ended unexpectedly',
      fields: { error: bug },
    });
    expect(watch.nextChangeAt()).toBeNull();
  });

  test('loses nothing: stopping stores what had arrived and closes', async () => {
    const ports = { ...watchPorts(new RecordedStores()), streams: broken };
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const opener = ports.stores;
    const watch = await open({
      ...ports,
      stores: {
        async open(place) {
          const store = await opener.open(place);
          for (const recording of opener.stores) recording.hold = held;
          return store;
        },
      },
    });
    await vi.waitFor(() => expect(watch.snapshot().stream.kind).toBe('stopped'));
    const stopped = watch.stop();
    release();
    expect(await stopped).toBe(0);
    expect(opener.stores[0]?.written).toEqual(['session 1 opens: the last words', 'session 1 ends: crashed', 'closed']);
  });
});

test('stopping twice is stopping once, and ends the session as stopped', async () => {
  const { watch, stores, receive } = await watching(new RecordedStores());
  receive(1);
  expect(await Promise.all([watch.stop(), watch.stop()])).toEqual([0, 0]);
  expect(stores.stores[0]?.written).toEqual(['session 1 opens: {}', 'session 1 ends: stopped', 'closed']);
});
