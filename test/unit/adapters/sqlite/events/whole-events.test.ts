import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import type { BatchQuery } from '../../../../../src-main/core/ports/event-store.ts';
import type { StoredEvent } from '../../../../../src-shared/domain/event/event.ts';
import { EVERYTHING } from '../../../../../src-shared/domain/filter/filter.ts';
import { filterOf } from '../../../../doubles/filters.ts';
import { receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { appendAll, filledStore, SOURCE } from './temporary-store.ts';

function batchesOf(reader: StoreReader, query: Omit<BatchQuery, 'limit'>, limit: number): StoredEvent[][] {
  const batches: StoredEvent[][] = [];
  for (let from: number | null = query.from; from !== null;) {
    const { events, next } = reader.events({ ...query, from, limit });
    batches.push(events);
    from = next;
  }
  return batches;
}

describe('[STORE-20] complete events in batches', () => {
  /** The first chunk is sealed before it is full; the other events are in the chunk after it. */
  const FIRST_CHUNK = 700;
  const EVENTS = 1_200;
  const NEWEST = 4_095 + EVENTS - FIRST_CHUNK;
  const events = receivedEvents(1, EVENTS).map((event, index) => ({
    ...event,
    kind: index % 3 === 0 ? 'THIRD' : event.kind,
    data: index % 12 === 7 ? `${event.data} rarely` : event.data,
  }));
  const walks: [what: string, query: Omit<BatchQuery, 'limit'>][] = [
    ['all of them', { filter: EVERYTHING, direction: 'newer', from: 0 }],
    ['newest first, to a seq', { filter: EVERYTHING, direction: 'older', from: NEWEST + 1, to: 400 }],
    ['of a kind', { filter: filterOf('kind:THIRD'), direction: 'newer', from: 50, to: NEWEST - 100 }],
    ['by their text', { filter: filterOf('text:rarely'), direction: 'newer', from: 0 }],
  ];

  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-'));
  let database: Database;
  beforeAll(() => {
    database = openForWriting(join(directory, 'events.db'));
    appendAll(createStoreWriter(database, { source: SOURCE }), events.slice(0, FIRST_CHUNK));
    appendAll(createStoreWriter(database, { source: SOURCE, startAfter: 4_095 }), events.slice(FIRST_CHUNK));
    database.exec(`UPDATE block SET body = x'28B52FFD00' WHERE id = 3; DELETE FROM block WHERE id = 67`);
  });
  afterAll(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  it.each(walks)('are the same as when each is read alone, damaged texts included: %s', (_what, query) => {
    const patient = openStoreReader(database.name, 60_000);
    const alone = patient.summaries({ ...query, limit: EVENTS }).rows.map(({ seq }) => patient.event(seq));
    expect(alone.length).toBeGreaterThan(80);
    expect(batchesOf(patient, query, 256).flat()).toEqual(alone);
    const hasty = batchesOf(openStoreReader(database.name, 0), query, 256);
    expect([hasty.flat(), Math.max(...hasty.map((batch) => batch.length))]).toEqual([alone, 1]);
  });

  it('fill a batch up to its size limit, and a larger event comes alone', () => {
    const megabytes = (count: number) => `"${'x'.repeat(count * 1_048_576 - 2)}"`;
    const sizes = [1, 1, 1, 0.5, 0.25, 5, 1, 3, 0.5];
    const { reader } = filledStore(
      sizes.map((size, index) => receivedEvent(index + 1, { data: megabytes(size) })),
      { batchMs: 60_000 },
    );
    const batches = batchesOf(reader, { filter: EVERYTHING, direction: 'newer', from: 0 }, 256);
    expect(batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([[1, 2], [3, 4, 5], [6], [7], [8], [9]]);
  });
});
