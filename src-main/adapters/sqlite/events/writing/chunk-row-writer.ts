/** Always computes a row completely, so that it cannot differ from its events. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import { type ChunkColumns, chunkColumns, chunkOf, firstSeqOfChunk, lastSeqOfChunk } from '../texts/chunk.ts';
import { eventFacetsIn } from '../reading/row-queries.ts';
import { preparing } from '../../prepared-statement.ts';

export function createChunkRowWriter(database: Database) {
  const rows = chunkStatements(database);

  function newestSealedChunk(): number {
    return rows.newest.get()?.id ?? -1;
  }

  function seal(id: number): void {
    rows.put.run(chunkColumns(id, rows.eventsOf.all({ first: firstSeqOfChunk(id), last: lastSeqOfChunk(id) })));
  }

  function sealOldest(newestSeq: number): boolean {
    const first = rows.firstEventFrom.get(firstSeqOfChunk(newestSealedChunk() + 1))?.seq;
    if (first === undefined || lastSeqOfChunk(chunkOf(first)) > newestSeq) return false;
    seal(chunkOf(first));
    return true;
  }

  function reseal(ids: Iterable<number>, newestSeq: number): void {
    const sealedBefore = newestSealedChunk();
    for (const id of ids) {
      while (newestSealedChunk() < id && sealOldest(newestSeq));
      if (id <= sealedBefore) seal(id);
    }
  }

  function within(first: number, last: number): number[] {
    return rows.within.all({ first, last, firstChunk: chunkOf(first), lastChunk: chunkOf(last) }).map(({ id }) => id);
  }

  /** The next seq starts a chunk, even if the tail is not full. All seqs of the chunk of `seq` count as assigned. */
  function sealThrough(seq: number): void {
    const through = chunkOf(seq);
    for (;;) {
      const first = rows.firstEventFrom.get(firstSeqOfChunk(newestSealedChunk() + 1))?.seq;
      if (first === undefined || chunkOf(first) >= through) break;
      seal(chunkOf(first));
    }
    if (newestSealedChunk() < through) seal(through);
  }

  return { seal, sealOldest, reseal, within, sealThrough };
}
export type ChunkRowWriter = ReturnType<typeof createChunkRowWriter>;

function chunkStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    eventsOf: eventFacetsIn(database),
    newest: prepare<[], { id: number | null }>('SELECT max(id) AS id FROM chunk'),
    firstEventFrom: prepare<[seq: number], { seq: number }>(
      'SELECT seq FROM event WHERE seq >= ? ORDER BY seq LIMIT 1',
    ),
    // 4096 is the size of a chunk.
    within: prepare<[{ first: number; last: number; firstChunk: number; lastChunk: number }], { id: number }>(
      `SELECT id FROM chunk WHERE id BETWEEN :firstChunk AND :lastChunk
       UNION SELECT DISTINCT seq / 4096 FROM event WHERE seq BETWEEN :first AND :last
       ORDER BY id`,
    ),
    put: prepare<[ChunkColumns]>(
      `INSERT INTO chunk (id, events, earliest, latest, facets, places, times)
       VALUES (:id, :events, :earliest, :latest, :facets, :places, :times)
       ON CONFLICT (id) DO UPDATE SET events = excluded.events, earliest = excluded.earliest, latest = excluded.latest,
         facets = excluded.facets, places = excluded.places, times = excluded.times`,
    ),
  };
}
