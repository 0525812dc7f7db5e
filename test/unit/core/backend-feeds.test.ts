import { expect, test } from 'vitest';
import { appRouter } from '../../../src-main/core/api/router.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../../src-shared/api/page-timing.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { collectSnapshots, collectTurns } from '../../doubles/collected-feed.ts';
import { untouchedStore } from '../../doubles/empty-store.ts';
import { closedWatch, mountBackend } from '../../doubles/mounted-backend.ts';
import { someProfile } from '../../doubles/profile.ts';

test('publishes an empty list without a profile, and refuses queries for a closed watch', async () => {
  const { backend, clock } = mountBackend();
  const feed = collectSnapshots(backend);
  await clock.advance(0);
  expect(feed.emitted).toEqual([{ at: clock.now(), watches: [] }]);
  const api = appRouter.createCaller({ backend, connection: { feeds: 0 } });
  const refusal = { cause: { data: { code: 'WATCH_CLOSED', facts: { watch: closedWatch } } } };
  const query = { watch: closedWatch, filter: EVERYTHING };
  await expect(api.timeline.page({ ...query, direction: 'older', cursor: null, limit: 10 })).rejects.toMatchObject(
    refusal,
  );
  await expect(api.timeline.event({ watch: closedWatch, seq: 1 })).rejects.toMatchObject(refusal);
  await expect(api.coverage.span({ watch: closedWatch, from: 0, to: 1 })).rejects.toMatchObject(refusal);
  await expect(api.watches.retryNow({ watch: closedWatch })).rejects.toMatchObject(refusal);
  await expect(api.timeline.feed({ ...query, after: 0 })).rejects.toMatchObject(refusal);
});

test('allows at most 32 feeds per connection; the next is refused until one ends', async () => {
  const { backend } = mountBackend();
  const connection = { feeds: 0 };
  const api = appRouter.createCaller({ backend, connection });
  const feeds = await Promise.all(Array.from({ length: 32 }, () => api.watches.feed()));
  await expect(api.watches.feed()).rejects.toMatchObject({ cause: { data: { code: 'TOO_MANY_FEEDS' } } });
  const [one] = feeds;
  const reading = one?.[Symbol.asyncIterator]();
  await reading?.next();
  await reading?.return?.();
  expect(connection.feeds).toBe(31);
  await expect(api.watches.feed()).resolves.toBeDefined();
});

test('publishes the present state immediately and then each change', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  const feed = collectSnapshots(backend);
  await clock.advance(0);
  expect(feed.kinds()).toEqual(['none']);
  const watch = await open('First');
  await waitForAttempts(1);
  await clock.advance(100);
  expect(feed.kinds()).toEqual(['none', 'reconnecting']);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  expect(feed.kinds().at(-1)).toBe('watching');
  await clock.advance(500);
  expect(feed.emitted.at(-1)).toEqual({
    at: clock.now() - 500,
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
        stream: { kind: 'watching', since: clock.now() - 500, lastEventAt: clock.now() - 500, lastHeartbeatAt: null },
        storage: { kind: 'storing' },
        store: untouchedStore,
        extent: { oldestSeq: 1, newestSeq: 1, storedEvents: 1 },
        coverageRevision: 1,
        providerClockOffsetMs: null,
        alarms: { unseen: 0 },
      },
    ],
  });
});

test('publishes a storm of events twice per second, does not miss the last one, and the end of the stream at once', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(1_000);
  const feed = collectSnapshots(backend);
  for (let event = 0; event < 1_000; event += 1) {
    await clock.advance(1);
    streams.event('LOCALIZATION', clock.now());
  }
  // A commit waits for more events, and a snapshot for the end of its interval.
  await clock.advance(850);
  const times = feed.emitted.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect({ shortest: Math.min(...pauses), told: feed.emitted.length }).toEqual({ shortest: 500, told: 4 });
  expect(feed.emitted.at(-1)?.watches).toMatchObject([{ extent: { newestSeq: 1_001 } }]);
  streams.event('LOCALIZATION', clock.now());
  streams.end({ kind: 'closed', retryMs: null, cutBytes: 0 });
  await clock.advance(0);
  expect(feed.kinds().at(-1)).toBe('reconnecting');
});

test('sends a page its state at least every four seconds, changed or not, but not a headless host', async () => {
  const { backend, clock } = mountBackend();
  const [pages, headless] = [collectSnapshots(backend), collectTurns(backend)];
  await clock.advance(60_000);
  const times = pages.emitted.map(({ at }) => at);
  const pauses = new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)));
  expect({ pauses: [...pauses], pages: times.length, headless: headless.emitted.length }).toEqual({
    pauses: [SNAPSHOT_INTERVAL_MS],
    pages: 16,
    headless: 1,
  });
});

test('reports each change of stream status to a headless host, and no events in between', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  const feed = collectTurns(backend);
  await open('First');
  await waitForAttempts(1);
  await clock.advance(0);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const emittedBefore = feed.emitted.length;
  for (let event = 0; event < 1_000; event += 1) streams.event('LOCALIZATION', clock.now());
  await clock.advance(10);
  expect(feed.emitted.length - emittedBefore).toBe(0);
  streams.end({ kind: 'closed', retryMs: null, cutBytes: 0 });
  await clock.advance(0);
  const kinds = feed.kinds().filter((kind, index, all) => kind !== all[index - 1]);
  expect(kinds).toEqual(['none', 'reconnecting', 'watching', 'reconnecting']);
});

test('publishes in both feeds when time alone turns watching into blind', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const [every, each] = [collectTurns(backend), collectSnapshots(backend)];
  await clock.advance(74_999);
  expect([every.kinds().at(-1), each.kinds().at(-1)]).toEqual(['watching', 'watching']);
  await clock.advance(101);
  expect([every.kinds().at(-1), each.kinds().at(-1)]).toEqual(['blind', 'blind']);
});

test('reports to a headless host when a blind connection works again', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const feed = collectTurns(backend);
  await clock.advance(80_000);
  streams.event('HEARTBEAT', clock.now());
  await clock.advance(0);
  // Checks and backups of the store also cause updates, so equal neighbours are removed.
  const kinds = feed.kinds().filter((kind, index, all) => kind !== all[index - 1]);
  expect(kinds).toEqual(['watching', 'blind', 'watching']);
});

test('reports blindness to a reader that was busy when it began', async () => {
  const { backend, open, streams, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(0);
  const feed = backend.snapshots(new AbortController().signal);
  const first = await feed.next();
  // The reader is busy with the first snapshot, and the stream is silent.
  await clock.advance(80_000);
  const second = feed.next();
  await clock.advance(200);
  const result = await Promise.race([second, Promise.resolve('nothing' as const)]);
  expect(first.value?.state.watches[0]?.stream.kind).toBe('watching');
  expect(result).not.toBe('nothing');
  expect((await second).value?.state.watches[0]?.stream.kind).toBe('blind');
});

test.each(['without a profile', 'with a profile'])(
  'ends when its reader leaves, %s, and leaves no timer',
  async (kind) => {
    const { backend, open, clock, waitForAttempts } = mountBackend();
    if (kind === 'with a profile') {
      await open('First');
      await waitForAttempts(1);
      // Waits until the first check of the empty store is over.
      await clock.advance(5_000);
    }
    const before = clock.sleeping;
    const feed = collectSnapshots(backend);
    await clock.advance(1_000);
    feed.leave();
    await feed.ended;
    expect({ told: feed.emitted.length, sleeping: clock.sleeping }).toEqual({ told: 1, sleeping: before });
  },
);

test('ends its feeds when it stops', async () => {
  const { backend, open, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  const feed = collectSnapshots(backend);
  await clock.advance(0);
  await backend.stop();
  await feed.ended;
  expect(await backend.snapshots(undefined).next()).toEqual({ done: true, value: undefined });
});
