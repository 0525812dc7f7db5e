import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EventStoreOpener } from '../../../src-main/core/ports/event-store.ts';
import type { Source } from '../../../src-main/core/ports/source.ts';
import { readPage } from '../../../src-main/core/timeline/pages.ts';
import { openWatch } from '../../../src-main/core/open-watch.ts';
import type { Watch } from '../../../src-main/core/watch.ts';
import type { WatchedProfile, WatchPorts } from '../../../src-main/core/watch-ports.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { untouchedStore } from '../../doubles/empty-store.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { MemoryReader } from '../../doubles/memory-reader.ts';
import { summaryOf } from '../../doubles/example-events.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordingStores } from '../../doubles/recording-stores.ts';
import { aGrantSource, watchPorts } from '../../doubles/watch-ports.ts';
import { attemptLost, attemptRefused } from '../../doubles/watched-stream.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const realStores = (dataDir = temporaryDirectory()) => inThreadDatabases(dataDir).stores;

const openedBy = (stores: RecordingStores): EventStoreOpener => ({
  open: (identity, onIncident) => stores.open(identity, onIncident),
  openReadOnly: (identity) => stores.openReadOnly(identity),
});

let watches: Watch[] = [];
afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.stop()));
  watches = [];
});

const EVERY_ROW = { filter: EVERYTHING, direction: 'older', cursor: null } as const;

async function open(ports: WatchPorts, part: Partial<WatchedProfile> = {}): Promise<Watch> {
  const watched = { profile: someProfile, practice: false, grants: aGrantSource('secret'), ...part };
  const watch = await openWatch(ports, watched, watchIdSchema.parse('the-watch'));
  watches.push(watch);
  return watch;
}

async function watching<Stores extends EventStoreOpener>(stores: Stores) {
  const ports = watchPorts(stores);
  const watch = await open(ports);
  await vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(1));
  let number = 0;
  return {
    ...ports,
    watch,
    receive: (count: number, data: object = {}, kind = 'LOCALIZATION'): void => {
      for (let event = 0; event < count; event += 1) {
        number += 1;
        void ports.streams.attempts.at(-1)?.onEvent({
          kind,
          id: `e-${number}`,
          receivedAt: ports.clock.now(),
          data: JSON.stringify(data),
        });
      }
    },
    stored: (count: number) => vi.waitFor(() => expect(watch.snapshot().extent.storedEvents).toBe(count)),
  };
}

describe('the timeline feed of a watch', () => {
  test('sends events when they are committed', async () => {
    const { watch, clock, receive, stored } = await watching(realStores());
    receive(5);
    await stored(5);
    const feed = watch.timelineFeed({ filter: EVERYTHING, after: 3 }, new AbortController().signal);
    expect((await feed.next()).value).toMatchObject({ rows: [{ seq: 5 }, { seq: 4 }], count: 2 });
    const next = feed.next();
    receive(2);
    // Commits of few events are up to 250 ms apart.
    await clock.advance(250);
    await stored(7);
    await clock.advance(100);
    expect((await next).value).toMatchObject({ rows: [{ seq: 7 }, { seq: 6 }], count: 2 });
  });

  test('[DAMAGE-8] sends a gap when it begins, even if no event arrives', async () => {
    const { watch, clock, streams, receive, stored } = await watching(realStores());
    receive(2);
    await stored(2);
    const feed = watch.timelineFeed({ filter: EVERYTHING, after: 2 }, new AbortController().signal);
    const next = feed.next();
    await clock.advance(0);
    streams.end(attemptLost);
    expect((await next).value).toMatchObject({
      rows: [],
      gaps: [{ reason: 'connection-lost', to: null, afterSeq: 2 }],
    });
  });

  test('ends when watching stops', async () => {
    const { watch } = await watching(realStores());
    const next = watch.timelineFeed({ filter: EVERYTHING, after: 0 }, new AbortController().signal).next();
    await watch.stop();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('opening a watch', () => {
  test('shows what an earlier run stored before anything arrives', async () => {
    const dataDir = temporaryDirectory();
    const first = await watching(realStores(dataDir));
    first.receive(1, { principal: 'acme/emea' }, 'HEARTBEAT');
    first.receive(1, { principal: 'somebody.else' });
    await first.stored(2);
    const lastEventAt = first.clock.now();
    await first.watch.stop();

    const ports = watchPorts(realStores(dataDir));
    await ports.clock.advance(10_000);
    const watch = await open(ports);
    expect(watch.snapshot()).toEqual({
      watch: watch.id,
      profile: {
        id: someProfile.id,
        name: someProfile.name,
        practice: false,
        eventsUrl: someProfile.eventsUrl,
        domain: 'acme/emea',
        heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
      },
      stream: {
        kind: 'reconnecting',
        since: lastEventAt,
        cause: null,
        attempt: 1,
        nextAttemptAt: null,
        lostAt: ports.clock.now(),
      },
      storage: { kind: 'storing' },
      store: untouchedStore,
      extent: { oldestSeq: 1, newestSeq: 2, storedEvents: 2 },
      coverageRevision: 0,
      providerClockOffsetMs: null,
      alarms: { unseen: 0 },
    });
    const { rows } = await readPage(watch.reader(), { ...EVERY_ROW, limit: 10 }, ports.clock);
    expect(rows.map(({ id }) => id)).toEqual(['e-2', 'e-1']);
    await vi.waitFor(() => expect(ports.streams.attempts.map(({ lastEventId }) => lastEventId)).toEqual(['e-2']));
  });

  test('takes the domain only from service events, whatever other events contain', async () => {
    const { watch, clock, receive, stored } = await watching(realStores());
    expect(watch.snapshot().profile.domain).toBeNull();
    receive(1, { principal: 'somebody.else' });
    await stored(1);
    expect(watch.snapshot().profile.domain).toBeNull();
    receive(1, { principal: 'acme/emea' }, 'SUBSCRIPTION_STARTED');
    receive(1, { principal: '17' });
    await clock.advance(250);
    await stored(3);
    expect(watch.snapshot().profile.domain).toBe('acme/emea');
    receive(1, { principal: 'acme/apac' }, 'HEARTBEAT');
    await clock.advance(250);
    await stored(4);
    expect(watch.snapshot().profile.domain).toBe('acme/apac');
  });

  test('closes a store that cannot be resumed', async () => {
    const failure = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
    const stores = new RecordingStores();
    const failing: EventStoreOpener = {
      ...openedBy(stores),
      async open(identity, onIncident) {
        const store = await stores.open(identity, onIncident);
        store.writer.resume = () => Promise.reject(failure);
        return store;
      },
    };
    const ports = watchPorts(failing);
    await expect(open(ports)).rejects.toBe(failure);
    expect([stores.journal, ports.streams.attempts]).toEqual([
      [`open ${someProfile.id}`, `close ${someProfile.id}`],
      [],
    ]);
  });

  test.each([
    [false, [JSON.stringify(someProfile)]],
    [true, []],
  ])('stores the profile with its events, except for Practice (practice: %s)', async (practice, expected) => {
    const remembered: string[] = [];
    const stores = new RecordingStores();
    const remembering: EventStoreOpener = {
      ...openedBy(stores),
      async open(identity, onIncident) {
        const store = await stores.open(identity, onIncident);
        store.writer.rememberProfile = async (_name, json) => void remembered.push(json);
        return store;
      },
    };
    await open(watchPorts(remembering), { practice });
    expect(remembered).toEqual(expected);
  });
});

test('retries immediately on request and on wake-up', async () => {
  const { watch, streams } = await watching(new RecordingStores());
  streams.end(attemptRefused(403));
  await vi.waitFor(() => expect(watch.snapshot().stream).toMatchObject({ nextAttemptAt: expect.any(Number) }));
  watch.retryNow();
  await vi.waitFor(() => expect(streams.attempts).toHaveLength(2));
  streams.end(attemptRefused(403));
  await vi.waitFor(() => expect(watch.snapshot().stream).toMatchObject({ nextAttemptAt: expect.any(Number) }));
  watch.wakeUp();
  await vi.waitFor(() => expect(streams.attempts).toHaveLength(3));
});

test('shows a store that cannot be written, with the number of events in memory', async () => {
  const { watch, stores, receive, clock } = await watching(new RecordingStores());
  const [store] = stores.stores;
  if (store === undefined) throw new Error('no store was opened');
  store.failure = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
  receive(3);
  await clock.advance(0);
  expect(watch.snapshot().storage).toEqual({
    kind: 'failing',
    since: clock.now(),
    error: { code: 'STORE_UNWRITABLE', facts: { path: '/data/x', problem: 'full' } },
    waiting: 3,
  });
  store.failure = null;
  await clock.advance(1_000);
  expect(watch.snapshot()).toMatchObject({ storage: { kind: 'storing' }, extent: { storedEvents: 3 } });
});

describe('[THREAD-4] a store that this user cannot write', () => {
  const forbidden = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'forbidden' });
  const stored = (seq: number) =>
    seq === 7
      ? summaryOf(seq, { receivedAt: 4_000, kind: 'HEARTBEAT', principal: 'acme/emea' })
      : summaryOf(seq, { receivedAt: 5_000, kind: 'LOCALIZATION', principal: 'somebody.else' });

  function forbiddenStores() {
    const stores = new RecordingStores();
    stores.openFailure = forbidden;
    stores.readOnly = new MemoryReader([stored(7), stored(9)]);
    return stores;
  }

  test('is opened read-only and shown as such, without watching', async () => {
    const ports = watchPorts(forbiddenStores());
    const watch = await open(ports);
    await ports.clock.advance(200_000);
    expect(watch.snapshot()).toMatchObject({
      profile: { name: someProfile.name, domain: 'acme/emea' },
      stream: { kind: 'stopped', since: 5_000 },
      storage: { kind: 'read-only', error: forbidden.data },
      store: untouchedStore,
      extent: { oldestSeq: 7, newestSeq: 9, storedEvents: 2 },
    });
    const { rows } = await readPage(watch.reader(), { ...EVERY_ROW, limit: 10 }, ports.clock);
    expect([rows.map(({ seq }) => seq), ports.streams.attempts]).toEqual([[9, 7], []]);
    await expect(watch.maintenance.backUp()).rejects.toBe(forbidden);
    expect(await watch.stop()).toBe(0);
    const { id } = someProfile;
    expect(ports.stores.journal).toEqual([`open ${id}`, `open ${id} to read`, `close ${id}`]);
  });

  test('is an error if the watch must store, and any other failure is always an error', async () => {
    const stores = forbiddenStores();
    await expect(open(watchPorts(stores), { mustStore: true })).rejects.toBe(forbidden);
    stores.openFailure = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
    await expect(open(watchPorts(stores))).rejects.toBe(stores.openFailure);
    expect(stores.journal).toEqual([`open ${someProfile.id}`, `open ${someProfile.id}`]);
  });
});

test('shows an incident of the store immediately, until it is acknowledged', async () => {
  const { watch, stores } = await watching(new RecordingStores());
  const incident = {
    at: 1_000,
    kind: 'vanished',
    movedTo: null,
    missing: 3,
    saved: 0,
    mending: { kind: 'done' },
  } as const;
  const seen = watch.transitions.revision;
  stores.reportIncident(incident);
  expect([watch.transitions.revision > seen, watch.snapshot().store.incident]).toEqual([true, incident]);
  await watch.maintenance.acknowledge();
  expect([watch.snapshot().store.incident, stores.stores[0]?.written]).toEqual([null, ['incident acknowledged']]);
});

test('searches texts with the reader that no page waits for', async () => {
  const stores = new RecordingStores();
  const watch = await open(watchPorts(stores));
  const [store] = stores.stores;
  const text: Filter = { terms: [{ kind: 'text', values: ['8944'], negated: false }] };
  expect([watch.reader() === store?.reader, watch.reader(EVERYTHING) === store?.reader]).toEqual([true, true]);
  expect(watch.reader(text)).toBe(store?.scanner);
});

describe('another source instead of the stream', () => {
  /** A source with three shared events that another process received, and the coverage of that process. */
  const sharedLog: Source = {
    async run({ lastEventId, blindSince }, sink, publish, signal) {
      const at = { at: blindSince.at + 5_000, elapsed: blindSince.elapsed + 5_000 };
      for (const [index, data] of ['one', 'two', 'three'].entries())
        void sink.event(
          { kind: 'LOCALIZATION', id: `${lastEventId}-${index}`, receivedAt: at.at, data },
          at,
          index === 0,
        );
      publish({ kind: 'watching', since: at, lastEvent: at, lastHeartbeat: null });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      sink.loss(at, at, { reason: 'stopped', detail: null });
    },
    retryNow() {},
    wakeUp() {},
  };

  test('fills the same store with its own coverage, and the watch works as usual', async () => {
    const ports = watchPorts(realStores());
    const watch = await open(ports, { source: sharedLog });
    await vi.waitFor(() => expect(watch.snapshot().extent.storedEvents).toBe(3));
    const { rows } = await readPage(watch.reader(), { ...EVERY_ROW, limit: 10 }, ports.clock);
    expect({ ids: rows.map(({ id }) => id), attempts: ports.streams.attempts.length }).toEqual({
      ids: ['null-2', 'null-1', 'null-0'],
      attempts: 0,
    });
    expect(watch.snapshot().stream.kind).toBe('watching');
    const { sessions, gaps } = await watch.reader().coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    expect([sessions.map(({ events, to }) => [events, to]), gaps]).toEqual([[[3, null]], []]);
  });

  test('is shown as stopped and logged if it throws, without losing its events', async () => {
    const bug = new TypeError('a bug');
    const broken: Source = {
      async run(_, sink) {
        const at = { at: 0, elapsed: 0 };
        void sink.event({ kind: 'LOCALIZATION', id: null, receivedAt: 0, data: 'the last words' }, at, true);
        throw bug;
      },
      retryNow() {},
      wakeUp() {},
    };
    const ports = watchPorts(new RecordingStores());
    const watch = await open(ports, { source: broken });
    await vi.waitFor(() => expect(watch.snapshot().stream.kind).toBe('stopped'));
    expect([await watch.stop(), watch.nextChangeIn()]).toEqual([0, null]);
    expect(ports.log.lines).toContainEqual({
      level: 'error',
      message: 'the event source ended unexpectedly',
      fields: { error: bug },
    });
    expect(ports.stores.stores[0]?.written).toEqual([
      'session 1 opens: the last words',
      'session 1 ends: crashed',
      'closed',
    ]);
  });
});

test('[STORE-11] raises the coverage revision after a session or gap is committed, not before', async () => {
  const { watch, stores, streams, receive, clock } = await watching(new RecordingStores());
  const [store] = stores.stores;
  if (store === undefined) throw new Error('no store was opened');
  let release = () => {};
  store.blockedUntil = new Promise((resolve) => (release = resolve));
  receive(1);
  streams.end({ kind: 'closed', retryMs: null, cutBytes: 0 });
  await clock.advance(10);
  expect([watch.snapshot().coverageRevision, store.written]).toEqual([0, []]);
  const seen = watch.changes.revision;
  release();
  await watch.changes.changedSince(seen, AbortSignal.timeout(5_000));
  await vi.waitFor(() => expect(watch.snapshot().coverageRevision).toBe(2));
  expect(store.written).toHaveLength(2);
});

test('[WATCH-4] waits on stop until the source has ended, and stores its last event', async () => {
  let release = () => {};
  const slow: Source = {
    async run(_, sink, _publish, signal) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      await new Promise<void>((resolve) => (release = resolve));
      const at = { at: 0, elapsed: 0 };
      void sink.event({ kind: 'LOCALIZATION', id: null, receivedAt: 0, data: 'the last words' }, at, true);
    },
    retryNow() {},
    wakeUp() {},
  };
  const ports = watchPorts(new RecordingStores());
  const watch = await open(ports, { source: slow });
  const stopped = watch.stop();
  await ports.clock.advance(1);
  expect(ports.stores.stores[0]?.written).toEqual([]);
  release();
  await stopped;
  expect(ports.stores.stores[0]?.written).toEqual(['session 1 opens: the last words', 'closed']);
});

test('stops only once and ends the session as stopped', async () => {
  const { watch, stores, receive, clock } = await watching(new RecordingStores());
  const requestedAt = clock.now();
  receive(1);
  expect(await Promise.all([watch.stop(), watch.stop()])).toEqual([0, 0]);
  expect(stores.stores[0]?.written).toEqual([
    'session 1 opens: {}',
    `request ${requestedAt}`,
    'session 1 ends: stopped',
    'closed',
  ]);
});

test('[WATCH-4] closes the event store after the case projection, which reads it', async () => {
  const ports = watchPorts(new RecordingStores());
  const { stores, caseProjections } = ports;
  const recording: typeof caseProjections = {
    ...caseProjections,
    open(...parts) {
      const projection = caseProjections.open(...parts);
      const close = () => projection.close().then(() => void stores.journal.push('close cases'));
      return { ...projection, close };
    },
  };
  const watch = await open({ ...ports, caseProjections: recording });
  await watch.stop();
  expect(stores.journal).toEqual([`open ${someProfile.id}`, 'close cases', `close ${someProfile.id}`]);
});
