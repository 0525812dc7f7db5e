import { closeSync, copyFileSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { CHUNK_SIZE } from '../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { TextReader } from '../../../../../src-main/adapters/sqlite/events/texts/text-reader.ts';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import type { Flaw } from '../../../../../src-main/core/ports/event-store.ts';
import { EVERYTHING } from '../../../../../src-shared/domain/filter/filter.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { filledStore, SOURCE, temporaryStore } from './temporary-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const lost = expect.objectContaining({ code: 'text-lost' });

describe('[STORE-20] an event', () => {
  it('is shown as it was received, with the full names that its row truncates', () => {
    const long = 'x'.repeat(300);
    const { reader } = filledStore([receivedEvent(1, { id: long, kind: 'A', data: '{"a":1}' }), receivedEvent(2)]);
    expect(reader.event(1)).toMatchObject({ raw: '{"a":1}', whole: { kind: null, id: long }, id: 'x'.repeat(256) });
    expect(reader.event(2)).toMatchObject({ raw: receivedEvent(2).data, whole: null, kind: 'HEARTBEAT' });
    expect(reader.event(3)).toBeNull();
  });

  it('is shown with its stored text and a mark if that differs from what was received', () => {
    const { database, reader } = filledStore(receivedEvents(1, 3));
    const { body } = database.prepare('SELECT body FROM received WHERE seq = 2').get() as { body: Buffer };
    body.write('X', body.length - 2);
    database.prepare('UPDATE received SET body = ? WHERE seq = 2').run(body);
    const { raw, marks } = reader.event(2) ?? {};
    expect([raw, marks?.at(-1)]).toEqual([receivedEvent(2).data.replace('2}', 'X}'), lost]);
  });

  it('has the mark in its case, too', () => {
    const request = (index: number) => receivedEvent(index, { kind: 'CMP_EVENT' });
    const { database, reader } = filledStore([1, 2, 3].map(request));
    const { body } = database.prepare('SELECT body FROM received WHERE seq = 2').get() as { body: Buffer };
    body.write('X', body.length - 2);
    database.prepare('UPDATE received SET body = ? WHERE seq = 2').run(body);
    database.exec('DELETE FROM received WHERE seq = 3');
    const { events } = reader.caseEvents({ after: 0, to: 3, limit: 10 });
    expect(events.map(({ raw }) => raw)).toEqual([request(1).data, request(2).data.replace('2}', 'X}'), '']);
    expect(events.map(({ event }) => event.marks.some(({ code }) => code === 'text-lost'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is shown without a text and with a mark if the text is missing or cannot be read', () => {
    const { database, reader } = filledStore(receivedEvents(1, 200));
    database.exec(`UPDATE block SET body = x'28B52FFD00' WHERE id = 1; DELETE FROM block WHERE id = 2`);
    for (const seq of [100, 150])
      expect(reader.event(seq)).toMatchObject({
        seq,
        kind: 'HEARTBEAT',
        raw: '',
        marks: expect.arrayContaining([lost]),
      });
    expect(reader.summaries({ filter: EVERYTHING, direction: 'older', from: 201, limit: 500 }).rows).toHaveLength(200);
  });
});

describe('[FILTER-8] texts that are too large to be read together', () => {
  it('are found, shown and checked one by one', () => {
    // Twelve texts of 1.2 MB each in one block.
    const events = receivedEvents(1, 70).map((event, index) =>
      index < 12 ? { ...event, data: JSON.stringify({ filler: 'ä'.repeat(600_000), word: `Größe ${index}` }) } : event,
    );
    const { database, reader } = filledStore(events, { batchMs: 60_000 });
    const seqsWith = (word: string) =>
      reader
        .summaries({
          filter: { terms: [{ kind: 'text', values: [word], negated: false }] },
          direction: 'older',
          from: 99,
          limit: 99,
        })
        .rows.map(({ seq }) => seq);
    expect([
      new TextReader(database).block(0).parts.length,
      seqsWith('GRÖßE 4'),
      seqsWith('größe 11'),
      seqsWith('größe 2'),
      seqsWith('message":40'),
      reader.event(12)?.raw === events[11]?.data,
      check(reader).flaws,
    ]).toEqual([6, [5], [12], [3], [40], true, []]);
    database.exec('DELETE FROM event WHERE seq IN (3, 12, 40)');
    expect(check(reader).flaws).toEqual([flaw('derived', 3, 3), flaw('derived', 12, 12), flaw('derived', 40, 40)]);
  });
});

describe('[STORE-8] a database that replaces another one', () => {
  it('is read from the next call on', () => {
    const { writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 3)));
    const reader = openStoreReader(path);
    expect(reader.extent().storedEvents).toBe(3);
    for (const suffix of ['', '-wal', '-shm']) renameSync(`${path}${suffix}`, `${path}.aside${suffix}`);
    const database = openForWriting(path);
    createStoreWriter(database, { source: SOURCE }).append(batchOf('opens', receivedEvents(1, 5)));
    expect([reader.extent().storedEvents, reader.event(5)?.seq]).toEqual([5, 5]);
    reader.close();
    database.close();
  });

  it('is reported as NO_STORE if there is none, and a file that is gone answers nothing', () => {
    const { writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 3)));
    const reader = openStoreReader(path);
    renameSync(path, `${path}.aside`);
    expect(() => reader.extent()).toThrow(expect.objectContaining({ code: 'NO_STORE' }));
    renameSync(`${path}.aside`, path);
    expect(reader.extent().storedEvents).toBe(3);
    reader.close();
  });
});

function check(reader: StoreReader): { flaws: Flaw[]; batches: number } {
  const flaws: Flaw[] = [];
  let batches = 0;
  for (let after: number | null = 0; after !== null; batches += 1) {
    const batch = reader.check(after);
    flaws.push(...batch.flaws);
    after = batch.next;
  }
  return { flaws, batches };
}

describe('[KEEP-2] the check of a store', () => {
  /** Two chunks and a tail; the last texts are not in a block yet. */
  const EVENTS = 2 * CHUNK_SIZE + 100;
  const BATCH_MS = 60_000;
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-'));
  const template = join(directory, 'events.db');
  beforeAll(() => {
    const database = openForWriting(template);
    const writer = createStoreWriter(database, { source: SOURCE });
    for (let first = 1; first <= EVENTS; first += 500)
      writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, Math.min(EVENTS, first + 499))));
    database.close();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const copied = () => {
    const path = join(temporaryDirectory(), 'events.db');
    copyFileSync(template, path);
    return path;
  };
  const filled = (batchMs = BATCH_MS) => {
    const path = copied();
    const database = openForWriting(path);
    onTestFinished(() => void database.close());
    return { database, reader: openStoreReader(database.name, batchMs) };
  };
  /**
   * Opens a copy of the store with one leaf page of this table or index overwritten.
   * @param place index of the page among those of the table or index
   */
  const damaged = (name: string, place: number) => {
    const path = copied();
    const database = openForWriting(path);
    const { pageno } = database
      .prepare<unknown[], { pageno: number }>(
        `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET ?`,
      )
      .get(name, place) ?? { pageno: 0 };
    const pageSize = Number(database.pragma('page_size', { simple: true }));
    database.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (pageno - 1) * pageSize);
    closeSync(file);
    const reader = openStoreReader(path, BATCH_MS);
    onTestFinished(() => reader.close());
    return reader;
  };

  it('finds nothing in an intact store, with holes and without, and runs in batches', () => {
    const { database, reader } = filled(0);
    const writer = createStoreWriter(database, { source: SOURCE });
    const before = check(reader);
    const all = Number.MAX_SAFE_INTEGER;
    while (writer.removeExpired({ heartbeats: all, successes: 0, failures: 0 }));
    expect([before, check(reader).flaws, reader.extent().storedEvents]).toEqual([
      { flaws: [], batches: Math.ceil((EVENTS + 1) / 64) + 1 },
      [],
      101,
    ]);
  });

  it.each<[what: string, sql: string, flaw: Flaw]>([
    [
      'a text whose frame cannot be opened',
      `UPDATE block SET body = x'28B52FFD00' WHERE id = 2`,
      flaw('text', 128, 191),
    ],
    ['missing texts', 'DELETE FROM block WHERE id = 70', flaw('text', 70 * 64, 70 * 64 + 63)],
    [
      'a missing text that is not in a block yet',
      `DELETE FROM received WHERE seq = ${EVENTS}`,
      flaw('text', EVENTS, EVENTS),
    ],
    ['a missing row', 'DELETE FROM event WHERE seq = 100', flaw('derived', 100, 100)],
    ['the missing rows of a block', 'DELETE FROM event WHERE seq BETWEEN 128 AND 191', flaw('derived', 128, 191)],
    ['a row with a wrong time', 'UPDATE event SET received_at = 5 WHERE seq = 100', flaw('derived', 100, 100)],
    [
      'a row with a wrong id',
      `UPDATE event SET upstream_id = 'other' WHERE seq = ${EVENTS}`,
      flaw('derived', EVENTS, EVENTS),
    ],
    ['a row without its facet', 'UPDATE event SET facet = 99 WHERE seq = 100', flaw('derived', 100, 100)],
    ['a facet with a wrong kind', `UPDATE facet SET kind = 'X'`, flaw('derived', 1, EVENTS)],
    ['a missing chunk', 'DELETE FROM chunk WHERE id = 0', flaw('derived', 1, CHUNK_SIZE - 1)],
    [
      'a chunk whose counts are wrong',
      `UPDATE chunk SET events = events - 1 WHERE id = 1`,
      flaw('derived', CHUNK_SIZE, 2 * CHUNK_SIZE - 1),
    ],
    [
      'a chunk with a wrong time span',
      `UPDATE chunk SET latest = latest + 1 WHERE id = 1`,
      flaw('derived', CHUNK_SIZE, 2 * CHUNK_SIZE - 1),
    ],
  ])('finds %s', (_what, sql, expected) => {
    const { database, reader } = filled();
    database.exec(sql);
    expect(check(reader).flaws).toEqual([expected]);
  });

  it('finds a text that differs from what was received', () => {
    const { database, reader } = filled();
    const { body } = database.prepare(`SELECT body FROM received WHERE seq = ${EVENTS}`).get() as { body: Buffer };
    body.write('X', body.length - 2);
    database.prepare(`UPDATE received SET body = ? WHERE seq = ${EVENTS}`).run(body);
    expect(check(reader).flaws).toEqual([flaw('text', EVENTS, EVENTS)]);
  });

  it('finds a column that differs from the row', () => {
    const { database, reader } = filled();
    const { times } = database.prepare('SELECT times FROM chunk WHERE id = 0').get() as { times: Buffer };
    times.writeUInt32LE(times.readUInt32LE(400) + 1, 400);
    times.writeUInt32LE(crc32(times.subarray(0, -4)), times.length - 4);
    database.prepare('UPDATE chunk SET times = ? WHERE id = 0').run(times);
    expect(check(reader).flaws).toEqual([flaw('derived', 100, 100)]);
  });

  it('finds a column with a changed bit, and counts never use it', () => {
    const { database, reader } = filled();
    const { places } = database.prepare('SELECT places FROM chunk WHERE id = 0').get() as { places: Buffer };
    places.writeUInt8(places.readUInt8(400) ^ 1, 400);
    database.prepare('UPDATE chunk SET places = ? WHERE id = 0').run(places);
    expect(check(reader).flaws).toEqual([flaw('derived', 0, CHUNK_SIZE - 1)]);
    const filter = { terms: [{ kind: 'since' as const, time: { kind: 'at' as const, at: 100_500 } }] };
    expect(() => reader.count({ filter, after: 0, to: EVENTS })).toThrow('STORE_DAMAGED');
  });

  it.each<[what: string, name: string, place: number, flaws: Flaw['kind'][]]>([
    ['of an index', 'session_last_event_at', 0, ['unreadable']],
    ['of a small table', 'repeat', 0, ['unreadable']],
    ['of the actions', 'action', 0, ['unreadable']],
    ['of the subjects of actions', 'action_subject', 0, ['unreadable']],
    ['of the chunks', 'chunk', 0, ['unreadable']],
    ['of the rows', 'event', 3, ['unreadable']],
    ['of the texts', 'block', 3, ['unreadable']],
  ])('finds a page %s that cannot be read, and continues after it', (_what, name, place, flaws) => {
    const { flaws: found } = check(damaged(name, place));
    expect(found.map(({ kind }) => kind)).toEqual(flaws);
  });

  it('finds and counts the events of a chunk that cannot be read', () => {
    const { reader: sound } = filled();
    const heartbeats = (negated: boolean) => ({
      kind: 'value' as const,
      field: 'kind' as const,
      values: ['HEARTBEAT'],
      negated,
    });
    const text = { kind: 'text' as const, values: ['message":2000'], negated: false };
    const results = (reader: StoreReader) => {
      const filter = {
        terms: [heartbeats(false), { kind: 'since' as const, time: { kind: 'at' as const, at: 100_500 } }],
      };
      const all = { after: 0, to: EVENTS };
      return [
        reader.count({ filter: EVERYTHING, ...all }),
        reader.count({ filter, ...all }),
        reader.count({ filter: { terms: [heartbeats(true)] }, ...all }),
        reader.count({ filter: EVERYTHING, after: 10, to: CHUNK_SIZE + 10 }),
        reader.facets({ filter, ...all, fields: ['kind'] }),
        reader.histogram({ filter: EVERYTHING, ...all, edges: [0, 2_000_000, 5_000_000, 10_000_000] }),
        reader.summaries({ filter, direction: 'newer', from: 99, limit: 500 }).rows.map(({ seq }) => seq),
        reader.summaries({ filter, direction: 'older', from: CHUNK_SIZE + 5, limit: 500 }).rows.map(({ seq }) => seq),
        reader
          .summaries({ filter: { terms: [text] }, direction: 'older', from: EVENTS, limit: 5 })
          .rows.map(({ seq }) => seq),
        reader.event(100)?.seq,
        reader.extent(),
      ];
    };
    expect(results(damaged('chunk', 0))).toEqual(results(sound));
  });
});

function flaw(kind: 'text' | 'derived', first: number, last: number): Flaw {
  return { kind, first, last };
}

test('[PAGE-11] figures describe what is stored', () => {
  const { database, reader, path } = filledStore(receivedEvents(1, 2_000));
  const before = reader.figures();
  database.exec('DELETE FROM block');
  const after = reader.figures();
  expect([before.oldestAt, before.freeBytes, before.bytes > 100_000, after.freeBytes > 8_192]).toEqual([
    1_000,
    0,
    true,
    true,
  ]);
  expect(openStoreReader(path).figures().oldestAt).toBe(1_000);
});
