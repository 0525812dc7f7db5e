import { describe, expect, it, onTestFinished } from 'vitest';
import { CHUNK_SIZE } from '../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { ChangeSignal } from '../../../../../src-main/core/lib/change-signal.ts';
import type { EventReader, EventStore } from '../../../../../src-main/core/ports/event-store.ts';
import { timelineFeed } from '../../../../../src-main/core/timeline/timeline-feed.ts';
import { readPage } from '../../../../../src-main/core/timeline/pages.ts';
import type { TimelineUpdate, TimelinePage } from '../../../../../src-shared/api/timeline.ts';
import { EVERYTHING } from '../../../../../src-shared/domain/filter/filter.ts';
import { PRACTICE_ID } from '../../../../../src-shared/domain/identity.ts';
import { FakeClock } from '../../../../doubles/fake-clock.ts';
import { inThreadDatabases } from '../../../../doubles/in-thread-databases.ts';
import { batchOf, receivedEvent } from '../../../../doubles/received-events.ts';
import { SOURCE } from './temporary-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const EVENTS = 2 * CHUNK_SIZE + 300;
/** The first chunk loses all but two events, the second every other one. */
const STAYS_IN_FIRST = new Set([1_000, 3_000]);
const isHeartbeat = (seq: number): boolean => (seq < CHUNK_SIZE ? !STAYS_IN_FIRST.has(seq) : seq % 2 === 0);
const RETAINED = Array.from({ length: EVENTS }, (_, index) => index + 1).filter(
  (seq) => seq >= 2 * CHUNK_SIZE || !isHeartbeat(seq),
);

async function tidied(): Promise<EventStore> {
  const opener = inThreadDatabases(temporaryDirectory()).stores;
  const store = await opener.open({ id: PRACTICE_ID, name: 'One', practice: true, source: SOURCE }, () => undefined);
  onTestFinished(() => store.close());
  const { writer } = store;
  const event = (seq: number) => receivedEvent(seq, { kind: isHeartbeat(seq) ? 'HEARTBEAT' : 'LOCALIZATION' });
  for (let first = 1; first <= EVENTS; first += 500) {
    const count = Math.min(500, EVENTS - first + 1);
    await writer.append(
      batchOf(
        'opens',
        Array.from({ length: count }, (_, index) => event(first + index)),
      ),
    );
  }
  const before = await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
  while (await writer.removeExpired({ heartbeats: Number.MAX_SAFE_INTEGER, successes: 0, failures: 0 }));
  expect(await store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER })).toEqual(before);
  return store;
}

async function pages(reader: EventReader, direction: 'older' | 'newer', from: number | null): Promise<number[]> {
  const seqs: number[] = [];
  let cursor = from;
  for (;;) {
    const page: TimelinePage = await readPage(
      reader,
      { filter: EVERYTHING, direction, cursor, limit: 499 },
      new FakeClock(),
    );
    const rows = page.rows.map(({ seq }) => seq);
    seqs.push(...(direction === 'older' ? rows : rows.toReversed()));
    cursor = direction === 'older' ? page.olderCursor : page.newerCursor;
    if (!(direction === 'older' ? page.hasOlder : page.hasNewer)) return seqs;
  }
}

describe('[KEEP-6] after old events were removed', () => {
  it('pages are complete in either direction from any position, and counts are exact', async () => {
    const { reader } = await tidied();
    expect(await reader.extent()).toEqual({ oldestSeq: 1_000, newestSeq: EVENTS, storedEvents: RETAINED.length });
    expect(await pages(reader, 'newer', null)).toEqual(RETAINED);
    expect(await pages(reader, 'older', null)).toEqual(RETAINED.toReversed());
    // Starts at seqs without an event: below the oldest, and in a hole.
    expect(await pages(reader, 'newer', 10)).toEqual(RETAINED);
    expect(await pages(reader, 'older', 10)).toEqual([]);
    expect(await pages(reader, 'newer', 2_000)).toEqual(RETAINED.filter((seq) => seq > 2_000));
    expect(await pages(reader, 'older', 2_000)).toEqual([1_000]);
    let count = 0;
    for (let to: number | null = EVENTS; to !== null;) {
      const counted = await reader.count({ filter: EVERYTHING, after: 10, to });
      count += counted.count;
      to = counted.next;
    }
    expect(count).toBe(RETAINED.length);
    expect([await reader.event(500), (await reader.event(1_000))?.seq]).toEqual([null, 1_000]);
  });

  it('a timeline whose last update was before the removed events gets the remaining ones once', async () => {
    const { reader } = await tidied();
    const clock = new FakeClock();
    const leave = new AbortController();
    const updates: TimelineUpdate[] = [];
    const following = (async () => {
      const parts = { reader, clock, committed: new ChangeSignal() };
      for await (const news of timelineFeed(parts, { filter: EVERYTHING, after: 200 }, leave.signal))
        updates.push(news);
    })();
    await clock.advance(1_000);
    leave.abort();
    await following;
    expect(updates.map(({ count, rows, extent }) => ({ count, newest: rows[0]?.seq, extent }))).toEqual([
      {
        count: RETAINED.length,
        newest: EVENTS,
        extent: { oldestSeq: 1_000, newestSeq: EVENTS, storedEvents: RETAINED.length },
      },
    ]);
  });
});
