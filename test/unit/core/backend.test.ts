import { afterEach, expect, test, vi } from 'vitest';
import { appRouter } from '../../../src-main/core/api/router.ts';
import { type Backend, createBackend } from '../../../src-main/core/backend.ts';
import type { Practice } from '../../../src-main/core/ports/practice.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { HostDescription, WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordedStores } from '../../doubles/recorded-stores.ts';
import { watchPorts } from '../../doubles/watch-ports.ts';

const description: HostDescription = { version: '1.2.3', capabilities: { osKeychain: false, practice: true } };

/** A simulator that only says when it runs. */
class PracticeDouble implements Practice {
  readonly scenarios = [{ name: 'calm', title: 'Calm shift', description: 'Little happens.' }];
  readonly journal: string[] = [];
  async start(scenario: string) {
    this.journal.push(`start ${scenario}`);
    return {
      profile: { ...someProfile, name: 'Practice' },
      clientSecret: 'practice secret',
      stop: async () => void this.journal.push('stop'),
    };
  }
}

let stop: () => Promise<unknown> = async () => {};
afterEach(() => stop());

function setUp(practice: Practice | null = new PracticeDouble()) {
  const ports = watchPorts(new RecordedStores());
  const backend = createBackend({ ...ports, practice, newIncidentId: () => 'c0ffee' }, description);
  stop = () => backend.stop();
  return {
    ...ports,
    backend,
    open: (name: string) =>
      backend.watch({ profile: { ...someProfile, name }, practice: false, readSecret: async () => 'secret' }),
    attempts: (count: number) => vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(count)),
  };
}

const storeInUse = new AppError('STORE_IN_USE', 'Another process collects into this store.');

/** Follows the page's feed and keeps what it was told; `ended` is told by its end. */
function follow(backend: Backend, intervalMs?: number) {
  const leave = new AbortController();
  const told: WatchSnapshot[] = [];
  const feed = { told, kinds: () => told.map(kindOf), leave: () => leave.abort(), ended: Promise.resolve() };
  feed.ended = (async () => {
    for await (const { snapshot } of backend.snapshots(leave.signal, intervalMs)) told.push(snapshot);
  })();
  return feed;
}
const kindOf = (snapshot: WatchSnapshot) => (snapshot.kind === 'none' ? 'none' : snapshot.stream.kind);

test('it describes the host in which it is mounted', () => {
  expect(setUp().backend.describe()).toEqual(description);
});

test('opening another profile closes the first before the second opens', async () => {
  const { open, stores, streams, attempts } = setUp();
  await open('First');
  await attempts(1);
  await open('Second');
  await attempts(2);
  expect({
    stores: stores.journal,
    firstStream: streams.attempts[0]?.signal.aborted,
    mostStreams: streams.mostAlive,
  }).toEqual({ stores: ['open First', 'close First', 'open Second'], firstStream: true, mostStreams: 1 });
});

test('two clicks at once take turns, and never hold two streams', async () => {
  const { open, stores, streams, attempts } = setUp();
  await open('First');
  await attempts(1);
  await Promise.all([open('Second'), open('Third')]);
  await vi.waitFor(() => expect(streams.alive).toBe(1));
  expect(stores.journal).toEqual(['open First', 'close First', 'open Second', 'close Second', 'open Third']);
  expect(streams.mostAlive).toBe(1);
});

test('a profile that cannot be opened leaves none open, and the next one opens', async () => {
  const { open, stores, backend, attempts } = setUp();
  await open('First');
  stores.failToOpen = storeInUse;
  await expect(open('Second')).rejects.toBe(storeInUse);
  expect(() => backend.events()).toThrow(expect.objectContaining({ code: 'NOT_WATCHING' }));
  stores.failToOpen = null;
  await open('Third');
  await attempts(1);
  expect(stores.journal).toEqual(['open First', 'close First', 'open Second', 'open Third']);
});

test('without a profile the feed says so, and the timeline has a sentence instead of rows', async () => {
  const { backend, clock } = setUp();
  const feed = follow(backend);
  await clock.advance(0);
  expect(feed.told).toEqual([{ kind: 'none', at: clock.now() }]);
  const api = appRouter.createCaller(backend);
  const refusal = { cause: { code: 'NOT_WATCHING', message: expect.stringMatching(/^No profile is open\./) } };
  await expect(api.timeline.page({ limit: 10 })).rejects.toMatchObject(refusal);
  await expect(api.timeline.event({ seq: 1 })).rejects.toMatchObject(refusal);
  await expect(api.coverage.span({ from: 0, to: 1 })).rejects.toMatchObject(refusal);
  await expect(api.watch.retryNow()).rejects.toMatchObject(refusal);
  await expect(backend.liveEvents(0, undefined)[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal.cause);
});

test('the feed tells the present at once, and a change after it', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  const feed = follow(backend);
  await clock.advance(0);
  expect(feed.kinds()).toEqual(['none']);
  await open('First');
  await attempts(1);
  await clock.advance(100);
  expect(feed.kinds()).toEqual(['none', 'reconnecting']);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(100);
  expect(feed.told.at(-1)).toEqual({
    kind: 'open',
    at: clock.now(),
    profile: {
      name: 'First',
      practice: false,
      eventsUrl: someProfile.eventsUrl,
      domain: null,
      heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
    },
    stream: { kind: 'watching', since: clock.now() - 100, lastEventAt: clock.now() - 100, lastHeartbeatAt: null },
    storage: { kind: 'storing' },
    newestSeq: 1,
  });
});

test('a storm of changes is told ten times a second, and its end is not missed', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  const feed = follow(backend);
  for (let event = 0; event < 1_000; event += 1) {
    await clock.advance(1);
    streams.event('LOCALIZATION', clock.now());
  }
  await clock.advance(100);
  const times = feed.told.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect({ shortest: Math.min(...pauses), told: feed.told.length }).toEqual({ shortest: 100, told: 11 });
  expect(feed.told.at(-1)).toMatchObject({ newestSeq: 1_000 });
});

test('a headless host is told every change of state', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  const feed = follow(backend, 0);
  await open('First');
  await attempts(1);
  await clock.advance(0);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  streams.end({ kind: 'lost', code: 'ECONNRESET', detail: '', retryMs: null });
  await clock.advance(0);
  const changes = feed.kinds().filter((kind, index, kinds) => kind !== kinds[index - 1]);
  expect(changes).toEqual(['none', 'reconnecting', 'watching', 'reconnecting']);
});

test('time alone turns watching into blind, and the feed says it then', async () => {
  const { backend, open, streams, clock, attempts } = setUp();
  await open('First');
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const feed = follow(backend, 0);
  await clock.advance(74_999);
  expect(feed.kinds()).toEqual(['watching']);
  await clock.advance(1);
  expect(feed.kinds()).toEqual(['watching', 'blind']);
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
    const feed = follow(backend);
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
  const feed = follow(backend);
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
    opened: ['open Practice'],
    secrets: ['practice secret'],
  });
});

test('practice is stopped when something else is opened', async () => {
  const practice = new PracticeDouble();
  const { backend, open, stores } = setUp(practice);
  await backend.startPractice('calm');
  await open('First');
  expect([practice.journal, stores.journal]).toEqual([
    ['start calm', 'stop'],
    ['open Practice', 'close Practice', 'open First'],
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
    code: 'UNSUPPORTED',
    message: 'Practice is not part of this installation.',
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
    stores: ['open Practice', 'close Practice'],
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
  expect(stores.journal).toEqual(['open First', 'close First']);
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
  if (store !== undefined) store.failWith = new AppError('STORE_UNWRITABLE', 'The disk is full. Free some space.');
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
    incident: 'c0ffee',
    lines: [
      { level: 'error', message: 'unexpected error', fields: { incident: 'c0ffee', path: 'timeline.page', error } },
    ],
  });
});
