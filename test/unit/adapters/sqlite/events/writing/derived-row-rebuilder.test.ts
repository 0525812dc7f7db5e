import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type Decoder, CURRENT_DECODER } from '../../../../../../src-main/adapters/sqlite/events/rows/decoder.ts';
import {
  decodeUint16Column,
  decodeUint32Column,
} from '../../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { createChunkRowWriter } from '../../../../../../src-main/adapters/sqlite/events/writing/chunk-row-writer.ts';
import { blockOf } from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { TextStore } from '../../../../../../src-main/adapters/sqlite/events/writing/text-store.ts';
import { type StoreWriter, createStoreWriter } from '../../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import { randomEvents } from '../../../../../doubles/random-events.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { isThorough, rounds } from '../../../../../support/breadth.ts';
import { temporaryDatabase } from '../temporary-database.ts';

const SOURCE = 'https://events.example.com';

const SEEDS = isThorough ? [1, 2, 3, 4] : [1];

/** Throws for some events, as a decoder with a bug would. */
const faltering: Decoder = {
  version: 1,
  decode(event) {
    if (event.data.length % 41 === 7) throw new TypeError('a bug of ours');
    return CURRENT_DECODER.decode(event);
  },
};

const ANY_FACET = `kind, operation, state, outcome, error_code, error_codes, country_code, principal, mark_codes`;

/** Returns all derived rows. Facet ids may differ between databases, so each facet is replaced by its values. */
function derived(database: Database) {
  const facets = new Map(
    database
      .prepare<[], { id: number }>(`SELECT id, ${ANY_FACET} FROM facet`)
      .all()
      .map(({ id, ...values }) => [id, JSON.stringify(values)]),
  );
  const chunks = database
    .prepare<[], { id: number; events: number; facets: Buffer; places: Buffer; times: Buffer }>('SELECT * FROM chunk')
    .all()
    .map(({ facets: pairs, places, times, ...rest }) => {
      const numbers = decodeUint32Column(pairs);
      const of = (index: number) => (index === 65_535 ? null : facets.get(numbers[2 * index] ?? 0));
      const counts = Array.from({ length: numbers.length / 2 }, (_, index) => [of(index), numbers[2 * index + 1]]);
      return {
        ...rest,
        counts: new Map(counts as [string, number][]),
        places: [...decodeUint16Column(places)].map(of),
        times,
      };
    });
  return {
    rows: database.prepare(`SELECT event.*, 0 AS facet, ${ANY_FACET} FROM event JOIN facet ON facet.id = facet`).all(),
    chunks,
  };
}

/** Appends batches of random sizes with repeats, huge events and events that cannot be decoded. */
function grow(writer: StoreWriter, seed: number, count: number): void {
  const random = randomNumbers(seed);
  const events = randomEvents(count, random);
  const huge = { ...receivedEvents(1, 1)[0], data: `{"filler":"${'x'.repeat(3_000_000)}"}` } as ReceivedEvent;
  for (let first = 0; first < events.length;) {
    const size = 1 + random(500);
    const batch = events.slice(first, first + size);
    if (random(4) === 0) batch.push(...events.slice(Math.max(0, first - 40), first));
    if (random(10) === 0) batch.push({ ...huge, id: `huge-${first}` });
    writer.append(batchOf('opens', batch.slice(0, 500)));
    first += size;
  }
}

/** Fills two chunks and a tail. A chunk is sealed, even if it is not full, when the next writer starts after it. */
function growChunks(database: Database, seed: number, perChunk: number, decoder: Decoder = CURRENT_DECODER): void {
  for (const [index, startAfter] of [0, 4_095, 8_191].entries()) {
    const writer = createStoreWriter(database, { source: SOURCE, decoder, startAfter });
    grow(writer, seed + index, index === 2 ? 400 : perChunk);
  }
}

function leaveOut(database: Database, ...seqs: number[]): void {
  const texts = new TextStore(database);
  for (const seq of seqs) {
    texts.remove(blockOf(seq), new Set([seq]));
    database.prepare('DELETE FROM event WHERE seq = ?').run(seq);
  }
  createChunkRowWriter(database).seal(0);
}

function rederive(writer: StoreWriter, from: number, last: number): void {
  for (let first: number | null = from; first !== null;) first = writer.rederive(first, last);
}

describe('[STORE-15] derived rows', () => {
  it.each(SEEDS)('are rebuilt from the texts as they were, whatever was wrong with them (seed %d)', (seed) => {
    const database = temporaryDatabase();
    growChunks(database, seed, rounds({ usual: 450, thorough: 3_600 }), faltering);
    leaveOut(database, 128, 130, 190);
    const grown = derived(database);

    const random = randomNumbers(seed + 100);
    const harm = [
      'DELETE FROM event; DELETE FROM facet; DELETE FROM chunk',
      `DELETE FROM event WHERE seq % ${2 + random(5)} = 0; DELETE FROM chunk WHERE id = 0`,
      `INSERT OR REPLACE INTO event SELECT 1 + seq % 190, received_at, facet, 5, '', null, null, null, null, 1, 1, null
         FROM event WHERE seq > ${random(4_000)};
       UPDATE event SET facet = 1, received_at = 7 WHERE seq > ${random(8_000)}; UPDATE chunk SET facets = x''`,
    ];
    const same = harm.map((how) => {
      database.exec(how);
      const before = isDeepStrictEqual(derived(database), grown);
      rederive(createStoreWriter(database, { source: SOURCE, decoder: faltering }), 1, 40_000);
      return { before, after: isDeepStrictEqual(derived(database), grown) };
    });
    expect(same).toEqual(harm.map(() => ({ before: false, after: true })));
    expect(grown.chunks.map(({ id }) => id)).toEqual([0, 1]);
  });

  it('are rebuilt for a range of seqs without changing other rows', () => {
    const database = temporaryDatabase();
    growChunks(database, 4, 700);
    const grown = derived(database);
    database.exec('DELETE FROM event WHERE seq BETWEEN 100 AND 300; UPDATE event SET received_at = 1 WHERE seq = 600');
    const writer = createStoreWriter(database, { source: SOURCE });
    rederive(writer, 90, 310);
    const rest = database.prepare('SELECT received_at FROM event WHERE seq = 600').pluck().get();
    rederive(writer, 600, 600);
    expect({ rest, after: derived(database) }).toEqual({ rest: 1, after: grown });
  });

  it('stay unchanged if the text is damaged, and get the mark text-lost if the row is missing, too', () => {
    const database = temporaryDatabase();
    createStoreWriter(database, { source: SOURCE }).append(batchOf('opens', receivedEvents(1, 3)));
    const grown = derived(database).rows;
    for (const seq of [1, 2]) {
      const body = database.prepare<[number], Buffer>('SELECT body FROM received WHERE seq = ?').pluck().get(seq);
      if (body === undefined) throw new Error('There is no text.');
      body[body.length - 3] = 0x40;
      database.prepare('UPDATE received SET body = ? WHERE seq = ?').run(body, seq);
    }
    database.exec('DELETE FROM event WHERE seq = 2');
    const writer = createStoreWriter(database, { source: SOURCE });
    rederive(writer, 1, 3);
    expect(derived(database).rows).toEqual([
      grown[0],
      expect.objectContaining({
        seq: 2,
        received_at: 2_000,
        kind: 'HEARTBEAT',
        outcome: 'unknown',
        mark_codes: '["text-lost"]',
      }),
      grown[2],
    ]);
  });
});

describe('[STORE-1] the tail after the last sealed chunk', () => {
  it('is sealed chunk by chunk, each in the transaction that stores its last seq', () => {
    const database = temporaryDatabase();
    const writer = createStoreWriter(database, { source: SOURCE });
    const chunks = () => database.prepare('SELECT id, events, earliest, latest FROM chunk').all();
    for (let from = 1; from < 4_001; from += 500) writer.append(batchOf('opens', receivedEvents(from, from + 499)));
    writer.append(batchOf('opens', receivedEvents(4_001, 4_094)));
    const before = chunks();
    writer.append(batchOf('opens', receivedEvents(4_095, 4_097)));
    expect({ before, after: chunks() }).toEqual({
      before: [],
      after: [{ id: 0, events: 4_095, earliest: 1_000, latest: 4_095_000 }],
    });
  });

  it('ends when a new database continues the lineage: the next seq starts a chunk, so no seq is assigned twice', () => {
    const database = temporaryDatabase();
    const first = createStoreWriter(database, { source: SOURCE });
    first.append(batchOf('opens', receivedEvents(1, 10)));
    const same = createStoreWriter(database, { source: SOURCE, startAfter: 10 });
    const next = same.newestSeq;
    const further = createStoreWriter(database, { source: SOURCE, startAfter: 13 });
    const { extent } = further.append(batchOf('opens', receivedEvents(11, 12)));
    const fresh = createStoreWriter(temporaryDatabase(), { source: SOURCE, startAfter: 9_000 });
    expect({
      next,
      extent,
      fresh: [fresh.newestSeq, fresh.append(batchOf('opens', receivedEvents(1, 1))).extent],
    }).toEqual({
      next: 10,
      extent: { oldestSeq: 1, newestSeq: 4_097, storedEvents: 12 },
      fresh: [12_287, { oldestSeq: 12_288, newestSeq: 12_288, storedEvents: 1 }],
    });
  });
});
