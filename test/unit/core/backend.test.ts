import { afterEach, expect, test, vi } from 'vitest';
import { appRouter } from '../../../src-main/core/api/router.ts';
import { type Backend, createBackend, type Snapshots } from '../../../src-main/core/backend.ts';
import type { Practice } from '../../../src-main/core/ports/practice.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type { BackendSnapshot, HostDescription } from '../../../src-shared/api/watch.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter.ts';
import { PRACTICE_ID, profileIdSchema, watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordedStores } from '../../doubles/recorded-stores.ts';
import { aGrant, watchPorts } from '../../doubles/watch-ports.ts';

const description: HostDescription = { version: '1.2.3', capabilities: { osKeychain: false, practice: true } };

/** A simulator that only says when it runs. */
class PracticeDouble implements Practice {
  readonly scenarios = [{ name: 'calm', title: 'Calm shift', description: 'Little happens.' }];
  readonly journal: string[] = [];
  async start(scenario: string) {
    this.journal.push(`start ${scenario}`);
    return {
      profile: { ...someProfile, id: PRACTICE_ID, name: 'Practice' },
      clientSecret: 'practice secret',
      stop: async () => void this.journal.push('stop'),
    };
  }
}

let stop: () => Promise<unknown> = async () => {};
afterEach(() => stop());

function setUp(practice: Practice | null = new PracticeDouble()) {
  const ports = watchPorts(new RecordedStores());
  let ids = 0;
  const backend = createBackend({ ...ports, practice, newId: () => `id-${(ids += 1)}` }, description);
  stop = () => backend.stop();
  return {
    ...ports,
    backend,
    /** Each name is a profile of its own. */
    open: (name: string, id = `profile-${name.toLowerCase()}`) =>
      backend.open({
        profile: { ...someProfile, id: profileIdSchema.parse(id), name },
        practice: false,
        grants: aGrant('secret'),
      }),
    attempts: (count: number) => vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(count)),
  };
}

const storeInUse = appError('STORE_IN_USE', { path: '/data/x' });
const closed = watchIdSchema.parse('closed-watch');

/** Follows a feed and keeps what it was told; `ended` is told by its end. */
function follow(feed: (signal: AbortSignal) => Snapshots) {
  const leave = new AbortController();
  const told: BackendSnapshot[] = [];
  const followed = { told, kinds: () => told.map(kindOf), leave: () => leave.abort(), ended: Promise.resolve() };
  followed.ended = (async () => {
    for await (const { snapshot } of feed(leave.signal)) told.push(snapshot);
  })();
  return followed;
}
const snapshots = (backend: Backend) => follow((signal) => backend.snapshots(signal));
const turns = (backend: Backend) => follow((signal) => backend.turns(signal));
const kindOf = ({ watches }: BackendSnapshot) => watches.map(({ stream }) => stream.kind).join(' ') || 'none';

test('it describes the host in which it is mounted', () => {
  expect(setUp().backend.describe()).toEqual(description);
});

test('[WATCH-1] several profiles are open side by side, each with a watch, a store and a stream of its own', async () => {
  const { open, backend, stores, streams, attempts, clock } = setUp();
  const first = await open('First');
  const second = await open('Second');
  await attempts(2);
  const feed = snapshots(backend);
  await clock.advance(0);
  expect({
    stores: stores.journal,
    alive: streams.alive,
    told: feed.told.at(-1)?.watches.map(({ watch, profile }) => [watch, profile.id, profile.name]),
  }).toEqual({
    stores: ['open profile-first', 'open profile-second'],
    alive: 2,
    told: [
      [first, 'profile-first', 'First'],
      [second, 'profile-second', 'Second'],
    ],
  });
  await backend.close(first);
  expect([streams.alive, stores.journal.at(-1)]).toEqual([1, 'close profile-first']);
  expect(() => backend.reader(first)).toThrow(expect.objectContaining({ code: 'WATCH_CLOSED' }));
  expect(backend.reader(second)).toBeDefined();
});

test('[WATCH-2] a profile that is opened again is another watch, and the first is closed before', async () => {
  const { open, backend, stores, streams, attempts } = setUp();
  const first = await open('First', 'profile-one');
  await attempts(1);
  const again = await open('Renamed', 'profile-one');
  await attempts(2);
  expect({ same: first === again, stores: stores.journal, alive: streams.alive }).toEqual({
    same: false,
    stores: ['open profile-one', 'close profile-one', 'open profile-one'],
    alive: 1,
  });
  expect(() => backend.retryNow(first)).toThrow(expect.objectContaining({ code: 'WATCH_CLOSED' }));
});

test('closing what is closed already is nothing', async () => {
  const { backend } = setUp();
  expect(await backend.close(closed)).toBe(0);
});

test('two clicks at once take turns, and never hold two streams of one profile', async () => {
  const { open, stores, streams, attempts } = setUp();
  await open('First', 'profile-one');
  await attempts(1);
  await Promise.all([open('Second', 'profile-one'), open('Third', 'profile-one')]);
  await vi.waitFor(() => expect(streams.alive).toBe(1));
  expect(stores.journal).toEqual(['open', 'close', 'open', 'close', 'open'].map((word) => `${word} profile-one`));
  expect(streams.mostAlive).toBe(1);
});

test('a profile that cannot be opened leaves the others alone, and the next one opens', async () => {
  const { open, stores, backend, attempts } = setUp();
  const first = await open('First');
  stores.failToOpen = storeInUse;
  await expect(open('Second')).rejects.toBe(storeInUse);
  expect(backend.reader(first)).toBeDefined();
  stores.failToOpen = null;
  await open('Third');
  await attempts(2);
  expect(stores.journal).toEqual(['open profile-first', 'open profile-second', 'open profile-third']);
});

test('without a profile the feed says so, and whoever asks for one is told that it is not open', async () => {
  const { backend, clock } = setUp();
  const feed = snapshots(backend);
  await clock.advance(0);
  expect(feed.told).toEqual([{ at: clock.now(), watches: [] }]);
  const api = appRouter.createCaller({ application: backend, connection: { feeds: 0 } });
  const refusal = { cause: { data: { code: 'WATCH_CLOSED', facts: { watch: closed } } } };
  const query = { watch: closed, filter: EVERYTHING };
  await expect(api.timeline.page({ ...query, direction: 'older', cursor: null, limit: 10 })).rejects.toMatchObject(
    refusal,
  );
  await expect(api.timeline.event({ watch: closed, seq: 1 })).rejects.toMatchObject(refusal);
  await expect(api.coverage.span({ watch: closed, from: 0, to: 1 })).rejects.toMatchObject(refusal);
  await expect(api.watch.retryNow({ watch: closed })).rejects.toMatchObject(refusal);
  const news = backend.news({ ...query, after: 0 }, undefined)[Symbol.asyncIterator]();
  await expect(news.next()).rejects.toMatchObject(refusal.cause);
});

test('[API-1] one wire follows at most 32 feeds at a time; the next is refused, and has room when one ends', async () => {
  const { backend } = setUp();
  const connection = { feeds: 0 };
  const api = appRouter.createCaller({ application: backend, connection });
  const feeds = await Promise.all(Array.from({ length: 32 }, () => api.watch.feed()));
  await expect(api.watch.feed()).rejects.toMatchObject({ cause: { data: { code: 'TOO_MANY_FEEDS' } } });
  const [one] = feeds;
  const reading = one?.[Symbol.asyncIterator]();
  await reading?.next();
  await reading?.return?.();
  expect(connection.feeds).toBe(31);
  await expect(api.watch.feed()).resolves.toBeDefined();
});

test('the feed tells the present at once, and a change after it', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  const feed = snapshots(backend);
  await clock.advance(0);
  expect(feed.kinds()).toEqual(['none']);
  const watch = await open('First');
  await attempts(1);
  await clock.advance(100);
  expect(feed.kinds()).toEqual(['none', 'reconnecting']);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(100);
  expect(feed.told.at(-1)).toEqual({
    at: clock.now(),
    watches: [
      {
        watch,
        profile: {
          id: 'profile-first',
          name: 'First',
          practice: false,
          eventsUrl: someProfile.eventsUrl,
          domain: null,
          heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
        },
        stream: { kind: 'watching', since: clock.now() - 100, lastEventAt: clock.now() - 100, lastHeartbeatAt: null },
        storage: { kind: 'storing' },
        extent: { oldestSeq: 1, newestSeq: 1, storedEvents: 1 },
        coverageRevision: 1,
        providerClockOffsetMs: null,
      },
    ],
  });
});

test('a storm of changes is told ten times a second, and its end is not missed', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  const feed = snapshots(backend);
  for (let event = 0; event < 1_000; event += 1) {
    await clock.advance(1);
    streams.event('LOCALIZATION', clock.now());
  }
  await clock.advance(100);
  const times = feed.told.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect({ shortest: Math.min(...pauses), told: feed.told.length }).toEqual({ shortest: 100, told: 11 });
  expect(feed.told.at(-1)?.watches).toMatchObject([{ extent: { newestSeq: 1_000 } }]);
});

test('[API-2] a headless host is told every turn of a watch, and nothing of the events between two', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  const feed = turns(backend);
  await open('First');
  await attempts(1);
  await clock.advance(0);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const toldBefore = feed.told.length;
  for (let event = 0; event < 1_000; event += 1) streams.event('LOCALIZATION', clock.now());
  await clock.advance(10);
  expect(feed.told.length - toldBefore).toBe(0);
  streams.end({ kind: 'closed', retryMs: null, cutBytes: 0 });
  await clock.advance(0);
  const kinds = feed.kinds().filter((kind, index, all) => kind !== all[index - 1]);
  expect(kinds).toEqual(['none', 'reconnecting', 'watching', 'reconnecting']);
});

test('time alone turns watching into blind, and both feeds say it then', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const [every, each] = [turns(backend), snapshots(backend)];
  await clock.advance(74_999);
  expect([every.kinds().at(-1), each.kinds().at(-1)]).toEqual(['watching', 'watching']);
  await clock.advance(101);
  expect([every.kinds().at(-1), each.kinds().at(-1)]).toEqual(['blind', 'blind']);
});

test('[API-2] a headless host that was told of blindness is told when the same connection speaks again', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const feed = turns(backend);
  await clock.advance(80_000);
  streams.event('HEARTBEAT', clock.now());
  await clock.advance(0);
  expect(feed.kinds()).toEqual(['watching', 'blind', 'watching']);
});

test('[API-3] a reader who was busy over the moment of turning blind is told so when it comes back', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const feed = backend.snapshots(new AbortController().signal);
  const first = await feed.next();
  // Busy with what it was told; the stream says nothing meanwhile.
  await clock.advance(80_000);
  const second = feed.next();
  await clock.advance(200);
  const told = await Promise.race([second, Promise.resolve('nothing' as const)]);
  expect(first.value?.snapshot.watches[0]?.stream.kind).toBe('watching');
  expect(told).not.toBe('nothing');
  expect((await second).value?.snapshot.watches[0]?.stream.kind).toBe('blind');
});

test.each(['without a profile', 'with a profile'])(
  'a feed ends when its reader leaves, %s, and leaves nothing behind',
  async (kind) => {
    const { backend, open, clock, attempts } = setUp();
    if (kind === 'with a profile') {
      await open('First');
      await attempts(1);
    }
    const before = clock.sleeping;
    const feed = snapshots(backend);
    await clock.advance(1_000);
    feed.leave();
    await feed.ended;
    expect({ told: feed.told.length, sleeping: clock.sleeping }).toEqual({ told: 1, sleeping: before });
  },
);

test('a feed ends when the backend stops', async () => {
  const { backend, open, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  const feed = snapshots(backend);
  await clock.advance(0);
  await backend.stop();
  await feed.ended;
  expect(await backend.snapshots(undefined).next()).toEqual({ done: true, value: undefined });
});

test('practice is watched with the secret of its own service', async () => {
  const practice = new PracticeDouble();
  const { backend, stores, issuer, attempts } = setUp(practice);
  expect(backend.practiceScenarios()).toEqual(practice.scenarios);
  await backend.startPractice('calm');
  await attempts(1);
  expect({ started: practice.journal, opened: stores.journal, secrets: issuer.secrets }).toEqual({
    started: ['start calm'],
    opened: ['open practice'],
    secrets: ['practice secret'],
  });
});

test('practice is stopped when it is closed, or started anew; other profiles stay as they are', async () => {
  const practice = new PracticeDouble();
  const { backend, open, stores } = setUp(practice);
  await open('First');
  await backend.startPractice('calm');
  const again = await backend.startPractice('calm');
  await backend.close(again);
  expect([practice.journal, stores.journal]).toEqual([
    ['start calm', 'start calm', 'stop', 'stop'],
    ['open profile-first', 'open practice', 'close practice', 'open practice', 'close practice'],
  ]);
});

test('a practice that cannot be opened is stopped again', async () => {
  const practice = new PracticeDouble();
  const { backend, stores } = setUp(practice);
  stores.failToOpen = storeInUse;
  await expect(backend.startPractice('calm')).rejects.toBe(storeInUse);
  expect(practice.journal).toEqual(['start calm', 'stop']);
});

test('an installation without practice says so', async () => {
  const { backend } = setUp(null);
  expect(backend.practiceScenarios()).toEqual([]);
  await expect(backend.startPractice('calm')).rejects.toMatchObject({
    data: { code: 'UNSUPPORTED', facts: { what: 'practice' } },
  });
});

test('stopping twice is stopping once', async () => {
  const practice = new PracticeDouble();
  const { backend, stores, streams, attempts } = setUp(practice);
  await backend.startPractice('calm');
  await attempts(1);
  const unsaved = await Promise.all([backend.stop(), backend.stop()]);
  expect({ unsaved, again: await backend.stop(), practice: practice.journal, stores: stores.journal }).toEqual({
    unsaved: [0, 0],
    again: 0,
    practice: ['start calm', 'stop'],
    stores: ['open practice', 'close practice'],
  });
  expect(streams.alive).toBe(0);
});

test('stopping waits for what is being opened, and closes it', async () => {
  const { backend, open, stores } = setUp();
  let release = () => {};
  stores.hold = new Promise((resolve) => (release = resolve));
  const opening = open('First');
  const stopping = backend.stop();
  release();
  await opening;
  await stopping;
  expect(stores.journal).toEqual(['open profile-first', 'close profile-first']);
});

test('after the stop nothing can be opened', async () => {
  const practice = new PracticeDouble();
  const { backend, open, stores } = setUp(practice);
  await backend.stop();
  await expect(open('First')).rejects.toThrow('the backend was stopped');
  await expect(backend.startPractice('calm')).rejects.toThrow('the backend was stopped');
  expect([stores.journal, practice.journal]).toEqual([[], ['start calm', 'stop']]);
});

test('stopping tells how many events could not be stored', async () => {
  const { backend, open, stores, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  const [store] = stores.stores;
  if (store !== undefined) store.failWith = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
  for (let event = 0; event < 3; event += 1) streams.event('LOCALIZATION', clock.now());
  const unsaved = backend.stop();
  // Far more than a store is waited for that does not write.
  await clock.advance(60_000);
  expect(await unsaved).toBe(3);
});

test('practice is stopped even when its store cannot be closed', async () => {
  const practice = new PracticeDouble();
  const { backend, stores } = setUp(practice);
  await backend.startPractice('calm');
  stores.failToClose = new Error('the disk is gone');
  stop = async () => {};
  await expect(backend.stop()).rejects.toThrow('the disk is gone');
  expect(practice.journal).toEqual(['start calm', 'stop']);
});

test('an incident is in the log under the id that the user is told', () => {
  const { backend, log } = setUp();
  const error = new Error('a bug');
  const incident = backend.reportIncident(error, 'timeline.page');
  expect({ incident, lines: log.lines }).toEqual({
    incident: 'id-1',
    lines: [
      { level: 'error', message: 'unexpected error', fields: { incident: 'id-1', path: 'timeline.page', error } },
    ],
  });
});
