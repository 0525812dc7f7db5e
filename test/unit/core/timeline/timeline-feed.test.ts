import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { timelineFeed } from '../../../../src-main/core/timeline/timeline-feed.ts';
import type { TimelineUpdate } from '../../../../src-shared/api/timeline.ts';
import { EVERYTHING, type Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

let leave = new AbortController();
afterEach(() => leave.abort());

function setUp(filter: Filter = EVERYTHING, after = 0) {
  leave = new AbortController();
  const clock = new FakeClock();
  const committed = new ChangeSignal();
  const reader = new MemoryReader([], 1_000);
  const emitted: TimelineUpdate[] = [];
  const store = (count: number, kind = 'HEARTBEAT') => {
    for (let added = 0; added < count; added += 1)
      reader.rows.push(summaryOf((reader.rows.at(-1)?.seq ?? 0) + 1, { kind }));
    committed.notify();
  };
  const follow = async () => {
    for await (const news of timelineFeed({ reader, clock, committed }, { filter, after }, leave.signal))
      emitted.push(news);
  };
  return {
    clock,
    committed,
    reader,
    emitted,
    store,
    follow,
    seqs: () => emitted.map(({ rows }) => rows.map(({ seq }) => seq)),
  };
}

test('sends the events after a seq, newest first, and then new ones', async () => {
  const { store, follow, seqs, clock } = setUp(EVERYTHING, 3);
  store(5);
  void follow();
  await clock.advance(0);
  expect(seqs()).toEqual([[5, 4]]);
  store(2);
  await clock.advance(100);
  expect(seqs()).toEqual([
    [5, 4],
    [7, 6],
  ]);
});

test('asks the store once for each commit, and starts no timer for commits 200 ms apart', async () => {
  const { reader, store, follow, emitted, clock } = setUp();
  const [extent, gaps, sleep] = [vi.spyOn(reader, 'extent'), vi.spyOn(reader, 'gaps'), vi.spyOn(clock, 'sleep')];
  void follow();
  await clock.advance(0);
  for (let commit = 0; commit < 5; commit += 1) {
    await clock.advance(200);
    store(2);
    await clock.advance(0);
  }
  expect(emitted).toHaveLength(5);
  expect([extent, gaps, sleep].map((calls) => calls.mock.calls.length)).toEqual([6, 6, 0]);
});

test('[PAGE-1] sends an event that is committed while the store is read, without a further commit', async () => {
  const { reader, store, follow, seqs, clock } = setUp();
  store(1);
  let written = false;
  // A commit may fall between the read of the revision and the answer of the store.
  const extent = reader.extent.bind(reader);
  reader.extent = async () => {
    const result = await extent();
    if (!written && result.newestSeq === 1) {
      written = true;
      store(1);
    }
    return result;
  };
  void follow();
  await clock.advance(100);
  await clock.advance(100);
  expect(seqs()).toEqual([[1], [2]]);
});

test('[PAGE-1] sends an event that is committed while an empty answer is on its way', async () => {
  const { reader, store, follow, seqs, clock } = setUp();
  let written = false;
  const extent = reader.extent.bind(reader);
  reader.extent = async () => {
    const result = await extent();
    if (!written) {
      written = true;
      store(1);
    }
    return result;
  };
  void follow();
  await clock.advance(100);
  expect(seqs()).toEqual([[1]]);
});

test('[PAGE-1] sends a subscriber that missed 30 000 events the newest rows and the count in one update', async () => {
  const { store, follow, emitted, clock } = setUp();
  store(30_000);
  void follow();
  await clock.advance(0);
  await vi.waitFor(() => expect(emitted).toHaveLength(1));
  expect(
    emitted.map(({ rows, count, extent }) => ({ rows: rows.length, newest: rows[0]?.seq, count, extent })),
  ).toEqual([
    { rows: 200, newest: 30_000, count: 30_000, extent: { oldestSeq: 1, newestSeq: 30_000, storedEvents: 30_000 } },
  ]);
});

describe('a filter', () => {
  const localizations: Filter = {
    terms: [{ kind: 'value', field: 'kind', values: ['LOCALIZATION'], negated: false }],
  };

  test('counts and sends only matching events, and sends nothing for others', async () => {
    const { store, follow, emitted, clock } = setUp(localizations);
    void follow();
    store(500);
    await clock.advance(100);
    expect(emitted).toEqual([]);
    store(300, 'LOCALIZATION');
    store(50);
    await clock.advance(100);
    expect(emitted.map(({ rows, count }) => [rows.length, rows[0]?.seq, count])).toEqual([[200, 800, 300]]);
  });
});

test('sends its position every few seconds without a match, for a subscriber that resumes', async () => {
  const matchesNothing: Filter = { terms: [{ kind: 'value', field: 'country', values: ['XX'], negated: false }] };
  const { store, follow, emitted, clock, reader } = setUp(matchesNothing);
  void follow();
  for (let second = 0; second < 12; second += 1) {
    store(100);
    await clock.advance(1_000);
  }
  expect(emitted.map(({ count, extent }) => [count, extent.newestSeq])).toEqual([
    [0, 600],
    [0, 1_100],
  ]);
  expect(reader.sliceCount).toBeLessThanOrEqual(24);
});

test('sends at most ten updates per second, whatever is stored', async () => {
  const { store, follow, emitted, clock } = setUp();
  void follow();
  for (let event = 0; event < 1_000; event += 1) {
    store(1);
    await clock.advance(1);
  }
  await clock.advance(100);
  expect(emitted.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(emitted.length).toBeLessThanOrEqual(11);
});

test.each(['while it waits for events', 'while it waits between updates'])(
  'ends with its signal %s, and leaves no timer',
  async (moment) => {
    const { store, follow, clock } = setUp();
    if (moment === 'while it waits between updates') store(1);
    const ended = follow();
    await clock.advance(0);
    leave.abort();
    await ended;
    expect(clock.sleeping).toBe(0);
  },
);
