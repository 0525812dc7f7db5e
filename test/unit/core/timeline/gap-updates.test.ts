import { afterEach, expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { timelineFeed } from '../../../../src-main/core/timeline/timeline-feed.ts';
import type { TimelineUpdate } from '../../../../src-shared/api/timeline.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { EVERYTHING, type Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

let leave = new AbortController();
afterEach(() => leave.abort());

const localizations: Filter = {
  terms: [{ kind: 'value', field: 'kind', values: ['LOCALIZATION'], negated: false }],
};
const lasting: Gap = { id: 1, from: 3_000, to: null, lengthMs: null, reason: 'silent', detail: null, afterSeq: 3 };
const ended: Gap = { ...lasting, to: 9_000, lengthMs: 6_000 };

async function following(after: number, filter = EVERYTHING) {
  leave = new AbortController();
  const clock = new FakeClock();
  const committed = new ChangeSignal();
  const reader = new MemoryReader(
    [1, 2, 3].map((seq) => summaryOf(seq, { kind: 'HEARTBEAT' })),
    1_000,
  );
  const news: TimelineUpdate[] = [];
  const readFeed = async () => {
    for await (const update of timelineFeed({ reader, clock, committed }, { filter, after }, leave.signal))
      news.push(update);
  };
  const commit = async (change: () => void) => {
    change();
    committed.notify();
    await clock.advance(100);
  };
  const store = (seq: number, kind = 'HEARTBEAT') => reader.rows.push(summaryOf(seq, { kind }));
  return {
    reader,
    commit,
    store,
    readFeed: () => {
      void readFeed();
      return clock.advance(0);
    },
    emitted: () => news.map(({ rows, gaps, count }) => ({ rows: rows.map(({ seq }) => seq), gaps, count })),
    heartbeats: () => news.map(({ count, heartbeats }) => ({ count, heartbeats })),
  };
}

test('[DAMAGE-8] sends a gap when it begins and when it changes, and not again', async () => {
  const { reader, readFeed, commit, emitted } = await following(3);
  await readFeed();
  await commit(() => (reader.storedGaps = [lasting]));
  await commit(() => {});
  const renamed = { ...lasting, reason: 'unreachable' as const };
  await commit(() => (reader.storedGaps = [renamed]));
  await commit(() => {});
  expect(emitted()).toEqual([
    { rows: [], gaps: [lasting], count: 0 },
    { rows: [], gaps: [renamed], count: 0 },
  ]);
});

test('[DAMAGE-8] sends the end of a gap with the event that ends it, whatever the filter', async () => {
  for (const filter of [EVERYTHING, localizations]) {
    const { reader, readFeed, commit, store, emitted } = await following(3, filter);
    await readFeed();
    await commit(() => (reader.storedGaps = [lasting]));
    await commit(() => {
      reader.storedGaps = [ended];
      store(4);
    });
    await commit(() => store(5, 'LOCALIZATION'));
    const isAll = filter === EVERYTHING;
    expect(emitted()).toEqual([
      { rows: [], gaps: [lasting], count: 0 },
      { rows: isAll ? [4] : [], gaps: [ended], count: isAll ? 1 : 0 },
      { rows: [5], gaps: [], count: 1 },
    ]);
  }
});

test('[DAMAGE-8] sends a returning subscriber the gaps after the last event that it knows', async () => {
  const { reader, readFeed, store, emitted } = await following(3);
  reader.storedGaps = [{ ...ended, id: 7, afterSeq: 2 }, ended, { ...ended, id: 2, afterSeq: 4 }];
  store(4);
  store(5);
  await readFeed();
  expect(emitted()).toEqual([{ rows: [5, 4], gaps: [{ ...ended, id: 2, afterSeq: 4 }, ended], count: 2 }]);
});

test('counts heartbeats exactly, also beyond the rows that it sends', async () => {
  const { readFeed, commit, store, heartbeats } = await following(3);
  await readFeed();
  await commit(() => {
    for (let seq = 4; seq <= 1_003; seq += 1) store(seq, seq % 4 === 0 ? 'LOCALIZATION' : 'HEARTBEAT');
  });
  await commit(() => store(1_004));
  expect(heartbeats()).toEqual([
    { count: 1_000, heartbeats: 750 },
    { count: 1, heartbeats: 1 },
  ]);
});
