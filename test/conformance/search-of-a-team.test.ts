import { expect, test } from 'vitest';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import { logBatch, memberOf } from '../doubles/team-log.ts';
import { temporaryStore } from '../unit/adapters/sqlite/events/temporary-store.ts';
import { counted, found, indexAll, indexedThrough, readerOf, words } from './searched-store.ts';

const named = (first: number, count: number, name: string) =>
  Array.from({ length: count }, (_, index) =>
    receivedEvent(first + index, { id: null, data: `"${name} ${first + index}"` }),
  );

test('[TEAM-9] the search index forgets events that left the store, and finds those that have their seqs now', () => {
  const store = temporaryStore();
  const { writer } = store;
  writer.follow(memberOf(''));
  let session: number | 'opens' = 'opens';
  for (let first = 1; first <= 9_500; first += 500)
    ({ sessionId: session } = writer.append(
      batchOf(session, named(first, 500, first <= 5_000 ? 'confirmed' : 'withdrawn')),
    ));
  writer.applyLog(logBatch(1, 5_000));
  indexAll(store);
  const reader = readerOf(store);
  const filter = (word: string) => ({ ...EVERYTHING, terms: [words(word)] });
  const before = [indexedThrough(store), counted(reader, filter('withdrawn'))];
  writer.replaceTail();
  const between = counted(reader, filter('withdrawn'));
  for (let first = 5_001; first <= 9_000; first += 500)
    writer.applyLog(
      logBatch(first, first + 499, {
        events: named(first, 500, 'replacing').map((event, index) => ({ seq: first + index, event })),
      }),
    );
  const unindexed = [counted(reader, filter('withdrawn')), counted(reader, filter('replacing'))];
  indexAll(store);
  expect([before, between, unindexed]).toEqual([[9_471, 4_500], 0, [0, 4_000]]);
  expect([counted(reader, filter('withdrawn')), counted(reader, filter('replacing'))]).toEqual([0, 4_000]);
  expect([found(reader, filter('confirmed')).length, found(reader, filter('replacing')).at(-1)]).toEqual([
    5_000, 5_001,
  ]);
  expect(indexedThrough(store)).toBe(8_959);
});
