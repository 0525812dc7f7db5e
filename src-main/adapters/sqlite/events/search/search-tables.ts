/** Reads and writes the index's records, joined once their segment is complete. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import { identifierKinds } from '../../../../../src-shared/service/identifiers.ts';
import { preparing } from '../../prepared-statement.ts';
import {
  blocksOfRow,
  CHUNK_LAYOUT,
  CHUNKS_PER_SEGMENT,
  IndexedChunk,
  joinRows,
  type Layout,
  placeOfSlot,
  recordsOf,
  rowsOfChunk,
  SEGMENT_LAYOUT,
} from './indexed-chunk.ts';

const KINDS = identifierKinds.length;

export interface IndexedUnit {
  readonly layout: Layout;
  readonly id: number;
  readonly firstChunk: number;
}

export function createSearchTables(search: Database) {
  const rows = tableStatements(search);

  /** Returns null if no chunk of the segment is indexed. */
  function unitOf(chunkId: number): IndexedUnit | null {
    const segment = Math.floor(chunkId / CHUNKS_PER_SEGMENT);
    const isJoined = rows.isJoined.get(segment);
    if (isJoined === undefined) return null;
    return isJoined === 1
      ? { layout: SEGMENT_LAYOUT, id: segment, firstChunk: segment * CHUNKS_PER_SEGMENT }
      : { layout: CHUNK_LAYOUT, id: chunkId, firstChunk: chunkId };
  }

  /** Returns two numbers per chunk of the unit, or null if the unit has no texts. */
  function blocksWithSlot({ layout, id }: IndexedUnit, slot: number): Int32Array | null {
    const [record, byte] = placeOfSlot(layout, id, slot);
    const row = (layout === SEGMENT_LAYOUT ? rows.segmentRow : rows.chunkRow).get(byte, record);
    return row === undefined ? null : blocksOfRow(row);
  }

  function identifiers(chunkId: number, kind: number): Buffer | null {
    return rows.body.get(chunkId * KINDS + kind) ?? null;
  }

  /** Returns null if the chunk is not indexed. @throws DamagedColumn */
  function chunk(id: number): IndexedChunk | null {
    const segment = Math.floor(id / CHUNKS_PER_SEGMENT);
    const ofChunk = rowsOf(rows.chunkRecords, CHUNK_LAYOUT, id);
    const ofSegment = ofChunk === null ? rowsOf(rows.segmentRecords, SEGMENT_LAYOUT, segment) : null;
    const found = ofSegment === null ? ofChunk : rowsOfChunk(ofSegment, id % CHUNKS_PER_SEGMENT);
    const bodies = rows.bodies.all(...rangeOf(id, KINDS));
    return found === null || bodies.length < KINDS ? null : IndexedChunk.from(id, found, bodies);
  }

  function put(indexed: IndexedChunk): void {
    const { id } = indexed;
    rows.addSegment.run(Math.floor(id / CHUNKS_PER_SEGMENT));
    for (const [index, record] of recordsOf(indexed.rows, CHUNK_LAYOUT).entries())
      rows.putChunkRecord.run(id * CHUNK_LAYOUT.records + index, record);
    putIdentifiers(indexed);
  }

  function putIdentifiers({ id, bodies }: IndexedChunk): void {
    for (const [kind, body] of bodies.entries()) rows.putBody.run(id * KINDS + kind, body);
  }

  /** Reuses the pages of the chunks' rows, so that the file does not grow. `segment` is complete. */
  function join(segment: number): void {
    const first = segment * CHUNKS_PER_SEGMENT;
    const ofChunks = Array.from({ length: CHUNKS_PER_SEGMENT }, (_, index) =>
      rowsOf(rows.chunkRecords, CHUNK_LAYOUT, first + index),
    );
    rows.removeChunkRecords.run(...rangeOf(segment, CHUNKS_PER_SEGMENT * CHUNK_LAYOUT.records));
    for (const [index, record] of recordsOf(joinRows(ofChunks), SEGMENT_LAYOUT).entries())
      rows.putSegmentRecord.run(segment * SEGMENT_LAYOUT.records + index, record);
    rows.setJoined.run(segment);
  }

  function removeSegment(segment: number): void {
    rows.removeChunkRecords.run(...rangeOf(segment, CHUNKS_PER_SEGMENT * CHUNK_LAYOUT.records));
    rows.removeSegmentRecords.run(...rangeOf(segment, SEGMENT_LAYOUT.records));
    rows.removeBodies.run(...rangeOf(segment, CHUNKS_PER_SEGMENT * KINDS));
    rows.removeSegment.run(segment);
  }

  return {
    unitOf,
    blocksWithSlot,
    identifiers,
    chunk,
    put,
    putIdentifiers,
    join,
    removeSegment,
    segmentsFrom: (first: number) => rows.segmentsFrom.all(first),
  };
}
export type SearchTables = ReturnType<typeof createSearchTables>;

type Range = readonly [first: number, last: number];

const rangeOf = (id: number, count: number): Range => [id * count, (id + 1) * count - 1];

function rowsOf(
  statement: { all: (...range: Range) => readonly Buffer[] },
  { records }: Layout,
  id: number,
): Buffer | null {
  const found = statement.all(...rangeOf(id, records));
  return found.length < records ? null : Buffer.concat(found);
}

type Table = 'chunk_signature' | 'segment_signature' | 'identifiers';

const rowOf = (table: Table, { rowBytes }: Layout): string =>
  `SELECT hex(substr(rows, ?, ${rowBytes})) FROM ${table} WHERE id = ?`;
const allOf = (column: 'rows' | 'body', table: Table): string =>
  `SELECT ${column} FROM ${table} WHERE id BETWEEN ? AND ? ORDER BY id`;
const putInto = (table: Table): string => `INSERT OR REPLACE INTO ${table} VALUES (?, ?)`;
const removeFrom = (table: Table): string => `DELETE FROM ${table} WHERE id BETWEEN ? AND ?`;

function tableStatements(search: Database) {
  const { prepare, prepareScalar } = preparing(search);
  const row = (...from: Parameters<typeof rowOf>) => prepareScalar<[byte: number, id: number], string>(rowOf(...from));
  const all = (...from: Parameters<typeof allOf>) =>
    prepareScalar<[first: number, last: number], Buffer>(allOf(...from));
  const put = (table: Table) => prepare<[id: number, bytes: Buffer]>(putInto(table));
  const remove = (table: Table) => prepare<[first: number, last: number]>(removeFrom(table));
  return {
    isJoined: prepareScalar<[segment: number], 0 | 1>('SELECT is_joined FROM segment WHERE id = ?'),
    chunkRow: row('chunk_signature', CHUNK_LAYOUT),
    segmentRow: row('segment_signature', SEGMENT_LAYOUT),
    chunkRecords: all('rows', 'chunk_signature'),
    segmentRecords: all('rows', 'segment_signature'),
    bodies: all('body', 'identifiers'),
    body: prepareScalar<[id: number], Buffer>('SELECT body FROM identifiers WHERE id = ?'),
    putChunkRecord: put('chunk_signature'),
    putSegmentRecord: put('segment_signature'),
    putBody: put('identifiers'),
    removeChunkRecords: remove('chunk_signature'),
    removeSegmentRecords: remove('segment_signature'),
    removeBodies: remove('identifiers'),
    segmentsFrom: prepare<[id: number], { id: number; isJoined: 0 | 1 }>(
      'SELECT id, is_joined AS isJoined FROM segment WHERE id >= ? ORDER BY id',
    ),
    addSegment: prepare<[id: number]>('INSERT OR IGNORE INTO segment (id, is_joined) VALUES (?, 0)'),
    setJoined: prepare<[id: number]>('UPDATE segment SET is_joined = 1 WHERE id = ?'),
    removeSegment: prepare<[id: number]>('DELETE FROM segment WHERE id = ?'),
  };
}
