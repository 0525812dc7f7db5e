import { statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CHUNK_SIZE,
  chunkOf,
  lastSeqOfChunk,
  decodeUint32Column,
} from '../../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { createChunkRowWriter } from '../../../../../../src-main/adapters/sqlite/events/writing/chunk-row-writer.ts';
import { createEvents } from '../../../../../../src-main/adapters/sqlite/events/files/migrations/0001-events.ts';
import { openForWriting } from '../../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import {
  BLOCK_SIZE,
  blockOf,
  openBlock,
  encodeBlock,
} from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { createRetention } from '../../../../../../src-main/adapters/sqlite/events/writing/retention.ts';
import { type StoreWriter, createStoreWriter } from '../../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { TextStore } from '../../../../../../src-main/adapters/sqlite/events/writing/text-store.ts';
import type { RetentionLimits } from '../../../../../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import {
  failedLocalizationMessage,
  localizedMessage,
  requestMessage,
} from '../../../../../doubles/documented-events.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { batchOf, receivedEvent } from '../../../../../doubles/received-events.ts';
import { rounds } from '../../../../../support/breadth.ts';
import { SOURCE } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

/** Three chunks and a tail. The event with seq n is received in second n. */
const EVENTS = 3 * CHUNK_SIZE + 300;
/** Chunks are sealed before they are full, except in a thorough run. */
const EVENTS_IN_CHUNK = rounds({ usual: 700, thorough: CHUNK_SIZE });
const END = EVENTS * 1_000;
const NO_FACETS = { removeUnused: () => undefined };
const NO_PROOF = { beforeRemoval: () => 0, afterRemoval: () => undefined };

const CLASSES = ['heartbeats', 'successes', 'failures'] as const;
type Class = (typeof CLASSES)[number];

function eventOf(seq: number, of: Class): ReceivedEvent {
  if (of === 'heartbeats') return receivedEvent(seq);
  const data = JSON.stringify({
    operation: of === 'successes' ? 'LOCALIZED' : 'ENABLED',
    state: of === 'successes' ? 'COMPLETED' : 'FAILED',
    detailedMessage: of === 'successes' ? localizedMessage : failedLocalizationMessage,
    number: seq,
  });
  return receivedEvent(seq, { kind: 'LOCALIZATION', data });
}

interface Tested {
  readonly database: Database;
  readonly writer: StoreWriter;
  readonly path: string;
  /** By seq; `undefined` if there is no event with that seq. */
  readonly classes: readonly (Class | undefined)[];
}

function openStore() {
  const path = `${temporaryDirectory()}/events.db`;
  const database = openForWriting(path);
  onTestFinished(() => void database.close());
  return { path, database };
}

function append(writer: StoreWriter, events: readonly ReceivedEvent[]): void {
  for (let first = 0; first < events.length; first += 500)
    writer.append(batchOf('opens', events.slice(first, first + 500)));
}

function filled(classOf: (seq: number) => Class, events: number): Tested {
  const { path, database } = openStore();
  const writer = createStoreWriter(database, { source: SOURCE });
  const classes = Array.from({ length: events + 1 }, (_, seq) => classOf(seq));
  append(
    writer,
    classes.slice(1).map((of, index) => eventOf(1 + index, of)),
  );
  return { database, writer, path, classes };
}

function filledChunks(next: (limit: number) => number): Tested {
  const { path, database } = openStore();
  const classes: (Class | undefined)[] = [];
  let writer = createStoreWriter(database, { source: SOURCE });
  for (const chunk of [0, 1, 2, 3]) {
    const first = Math.max(1, chunk * CHUNK_SIZE);
    if (chunk > 0) writer = createStoreWriter(database, { source: SOURCE, startAfter: first - 1 });
    const last = Math.min(lastSeqOfChunk(chunk), first + EVENTS_IN_CHUNK - 1, EVENTS);
    const events: ReceivedEvent[] = [];
    for (let seq = first; seq <= last; seq += 1) {
      const of = CLASSES[next(3)] ?? 'failures';
      classes[seq] = of;
      events.push(eventOf(seq, of));
    }
    append(writer, events);
  }
  return { database, writer, path, classes };
}

function removeAllExpired(writer: Pick<StoreWriter, 'removeExpired'>, limits: RetentionLimits): void {
  while (writer.removeExpired(limits));
}

const seqsOf = (database: Database, table: 'event' | 'pinned' | 'repeat'): number[] =>
  database.prepare<[], number>(`SELECT seq FROM ${table} ORDER BY seq`).pluck().all();

function textsOf(database: Database): number[] {
  const blocks = database.prepare<[], { id: number; body: Buffer }>('SELECT id, body FROM block').all();
  const singles = database.prepare<[], { seq: number; body: Buffer }>('SELECT seq, body FROM received').all();
  return [
    ...blocks.flatMap(({ id, body }) => openBlock(id, body).entries),
    ...singles.flatMap(({ seq, body }) => openBlock(blockOf(seq), body).entries),
  ]
    .filter(({ isIntact }) => isIntact)
    .map(({ seq }) => seq)
    .toSorted((one, other) => one - other);
}

const changesOf = (database: Database): unknown => database.prepare('SELECT total_changes()').pluck().get();

const chunksOf = (database: Database): unknown[] => database.prepare('SELECT * FROM chunk ORDER BY id').all();

function retainedSeqs({ classes }: Tested, limits: RetentionLimits, pinned: ReadonlySet<number> = new Set()): number[] {
  const sealed = chunkOf(EVENTS + 1) - 1;
  return Array.from({ length: classes.length - 1 }, (_, index) => index + 1).filter((seq) => {
    const of = classes[seq];
    if (of === undefined) return false;
    return chunkOf(seq) > sealed || pinned.has(seq) || lastSeqOfChunk(chunkOf(seq)) * 1_000 >= limits[of];
  });
}

describe('[KEEP-6] retention', () => {
  it('removes each class when the newest event of its chunk is too old, and keeps the newest and the pinned events', () => {
    const next = randomNumbers(7);
    const store = filledChunks(next);
    const { database, writer } = store;
    const stored = store.classes.flatMap((of, seq) => (of === undefined ? [] : [seq]));
    const pinned = new Set(Array.from({ length: 50 }, () => stored[next(stored.length)] ?? 1));
    writer.pin([...pinned], true);
    // Heartbeats of three chunks expire, successes of two, failures of one.
    const limits = { heartbeats: END, successes: 2 * CHUNK_SIZE * 1_000, failures: CHUNK_SIZE * 1_000 };
    removeAllExpired(writer, limits);
    const expected = retainedSeqs(store, limits, pinned);
    expect({ rows: seqsOf(database, 'event'), texts: textsOf(database) }).toEqual({ rows: expected, texts: expected });
    expect(database.pragma('quick_check', { simple: true })).toBe('ok');

    // A second run changes nothing, and chunks that are rebuilt from the texts are the same.
    const changes = changesOf(database);
    removeAllExpired(writer, limits);
    expect(changesOf(database)).toBe(changes);
    const chunks = chunksOf(database);
    for (let first: number | null = 1; first !== null;) first = writer.rederive(first, EVENTS);
    expect(chunksOf(database)).toEqual(chunks);
    writer.pin([...pinned], false);
    removeAllExpired(writer, limits);
    expect(seqsOf(database, 'event')).toEqual(retainedSeqs(store, limits));
  });

  it('leaves nothing but the rows of chunks, and no seq is assigned again', () => {
    const { database, writer } = filled(() => 'heartbeats', 2 * CHUNK_SIZE - 1);
    removeAllExpired(writer, { heartbeats: END, successes: 0, failures: 0 });
    expect({
      events: seqsOf(database, 'event'),
      texts: textsOf(database),
      chunks: database.prepare('SELECT id, events, earliest, latest, places FROM chunk').all(),
    }).toEqual({
      events: [],
      texts: [],
      chunks: [0, 1].map((id) => ({ id, events: 0, earliest: null, latest: null, places: null })),
    });
    const { extent } = createStoreWriter(database, { source: SOURCE }).append(batchOf('opens', [receivedEvent(9_000)]));
    expect(extent).toEqual({ oldestSeq: 2 * CHUNK_SIZE, newestSeq: 2 * CHUNK_SIZE, storedEvents: 1 });
  });

  it('removes the names of a company and a user with their last event, and never uses a facet id twice', () => {
    const { database } = openStore();
    const request = (seq: number, companyName: string) =>
      receivedEvent(seq, {
        kind: 'CMP_EVENT',
        data: JSON.stringify({ detailedMessage: { ...requestMessage, companyName, createdBy: `of ${companyName}` } }),
      });
    const writer = createStoreWriter(database, { source: SOURCE });
    append(writer, [request(1, 'Stays'), request(2, 'Gone')]);
    const next = createStoreWriter(database, { source: SOURCE, startAfter: lastSeqOfChunk(0) });
    append(next, [request(3, 'Stays')]);
    const facets = () => database.prepare('SELECT id, company, created_by FROM facet ORDER BY id').raw().all();
    removeAllExpired(next, { heartbeats: 0, successes: 0, failures: 2_500 });
    const after = facets();
    append(next, [request(4, 'New'), request(5, 'Gone')]);
    expect([after, facets()]).toEqual([
      [[1, 'Stays', 'of Stays']],
      [
        [1, 'Stays', 'of Stays'],
        [3, 'New', 'of New'],
        [4, 'Gone', 'of Gone'],
      ],
    ]);
  });

  it('works block by block, and after each batch all counts agree and new events are stored', () => {
    const { database, writer } = filled((seq) => (seq % 3 === 0 ? 'failures' : 'heartbeats'), CHUNK_SIZE + 10);
    const retention = createRetention(
      database,
      new TextStore(database),
      createChunkRowWriter(database),
      NO_FACETS,
      NO_PROOF,
      0,
    );
    const slice = database.transaction(() => retention.removeExpired({ heartbeats: END, successes: 0, failures: 0 }));
    let slices = 0;
    for (let more = true; more; slices += 1) {
      more = slice.immediate();
      const stored = writer.append(batchOf('opens', [receivedEvent(20_000 + slices)])).stored;
      const counted = database
        .prepare<[], { counted: number; facets: Buffer }>('SELECT events AS counted, facets FROM chunk')
        .get();
      const inChunk = seqsOf(database, 'event').filter((seq) => seq < CHUNK_SIZE).length;
      const facets = decodeUint32Column(counted?.facets ?? Buffer.alloc(0)).filter((_, index) => index % 2 === 1);
      expect({ stored, counted: counted?.counted, facets: facets.reduce((sum, each) => sum + each, 0) }).toEqual({
        stored: 1,
        counted: inChunk,
        facets: inChunk,
      });
    }
    expect(slices).toBeGreaterThanOrEqual(CHUNK_SIZE / BLOCK_SIZE);
  });

  it('removes the repeats of removed events', () => {
    const { database, writer } = filled(() => 'heartbeats', 10);
    writer.append(batchOf('opens', [receivedEvent(3)]));
    for (let first = 11; first <= CHUNK_SIZE + 10; first += 500)
      writer.append(
        batchOf(
          'opens',
          Array.from({ length: 500 }, (_, index) => receivedEvent(first + index)),
        ),
      );
    expect(seqsOf(database, 'repeat')).toEqual([3]);
    removeAllExpired(writer, { heartbeats: END, successes: 0, failures: 0 });
    expect(seqsOf(database, 'repeat')).toEqual([]);
  });

  it('does not repair a damaged text, and removes a frame that cannot be opened with its last event', () => {
    const { database, writer } = filled((seq) => (seq % 2 === 0 ? 'failures' : 'heartbeats'), CHUNK_SIZE + 10);
    const body = database.prepare<[number], Buffer>('SELECT body FROM block WHERE id = ?').pluck();
    const put = database.prepare<[Buffer, number]>('UPDATE block SET body = ? WHERE id = ?');
    // Changes one letter of one failure in block 3 and overwrites block 5.
    const plain = encodeBlock(openBlock(3, body.get(3) ?? Buffer.alloc(0)).entries);
    plain.write('"nimber":254', plain.indexOf('"number":254'));
    put.run(plain, 3);
    put.run(Buffer.from('nothing of a frame'), 5);
    const damaged = () => new TextStore(database).entries(3).entries.filter(({ isIntact }) => !isIntact).length;
    expect(damaged()).toBe(1);
    removeAllExpired(writer, { heartbeats: END, successes: 0, failures: 0 });
    expect({ damaged: damaged(), frame: body.get(5)?.toString() }).toEqual({ damaged: 1, frame: 'nothing of a frame' });
    removeAllExpired(writer, { heartbeats: END, successes: 0, failures: END });
    expect({ frame: body.get(5), texts: textsOf(database).length }).toEqual({ frame: undefined, texts: 10 + 1 });
  });
});

describe('[KEEP-6] free space', () => {
  it('is returned to the disk in batches, and the file becomes shorter', () => {
    const { database, writer, path } = filled(() => 'successes', 500);
    database.exec('CREATE TABLE ballast (body BLOB); INSERT INTO ballast SELECT zeroblob(32000000)');
    database.pragma('wal_checkpoint(TRUNCATE)');
    const before = statSync(path).size;
    database.exec('DROP TABLE ballast');
    let batches = 1;
    for (; writer.vacuum(); batches += 1) expect(batches).toBeLessThan(100);
    expect(batches).toBeGreaterThan(10);
    // The vacuum leaves 8 MiB free for new events.
    expect(before - statSync(path).size).toBeGreaterThan(20_000_000);
    expect({
      check: database.pragma('quick_check', { simple: true }),
      events: seqsOf(database, 'event').length,
    }).toEqual({
      check: 'ok',
      events: 500,
    });
  });

  it('is not requested again from a database that cannot return it', () => {
    const database = new Sqlite(':memory:');
    database.exec(
      'CREATE TABLE ballast (body BLOB); INSERT INTO ballast SELECT zeroblob(32000000); DROP TABLE ballast',
    );
    createEvents(database);
    const retention = createRetention(
      database,
      new TextStore(database),
      createChunkRowWriter(database),
      NO_FACETS,
      NO_PROOF,
    );
    expect(retention.vacuum()).toBe(false);
  });
});
