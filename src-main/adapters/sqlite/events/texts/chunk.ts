/** Derives the columns of 4096 consecutive seqs, once all are assigned. `0001-events.ts` describes the format. Pure. */
import { crc32 } from 'node:zlib';

/** Part of the schema. */
export const CHUNK_SIZE = 4_096;
export const NO_EVENT = 65_535;
const CHECK_BYTES = 4;

export const chunkOf = (seq: number): number => Math.floor(seq / CHUNK_SIZE);
export const firstSeqOfChunk = (chunk: number): number => chunk * CHUNK_SIZE;
export const lastSeqOfChunk = (chunk: number): number => chunk * CHUNK_SIZE + CHUNK_SIZE - 1;

/** @param rows events of this chunk, ascending by seq */
export function chunkColumns(id: number, rows: readonly (readonly [seq: number, receivedAt: number, facet: number])[]) {
  if (rows.length === 0)
    return { id, events: 0, earliest: null, latest: null, facets: Buffer.alloc(0), places: null, times: null };
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const [, at] of rows) {
    if (at < earliest) earliest = at;
    if (at > latest) latest = at;
  }
  const places = new Uint16Array(CHUNK_SIZE).fill(NO_EVENT);
  const times = latest - earliest <= 0xffff_ffff ? new Uint32Array(CHUNK_SIZE) : null;
  const indexes = new Map<number, number>();
  const counts: number[] = [];
  let timed = 0;
  for (const [seq, at, facet] of rows) {
    let index = indexes.get(facet);
    if (index === undefined) {
      index = indexes.size;
      indexes.set(facet, index);
      counts.push(0);
    }
    const place = seq - firstSeqOfChunk(id);
    places[place] = index;
    // A position without an event gets the time of the next event, so that times ascend unless the clock was set.
    times?.fill(at - earliest, timed, place + 1);
    timed = place + 1;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  times?.fill(times[timed - 1] ?? 0, timed);
  const facets = new Uint32Array(2 * indexes.size);
  for (const [facet, index] of indexes) {
    facets[2 * index] = facet;
    facets[2 * index + 1] = counts[index] ?? 0;
  }
  return {
    id,
    events: rows.length,
    earliest,
    latest,
    facets: encodeColumn(facets),
    places: encodeColumn(places),
    times: times === null ? null : encodeColumn(times),
  };
}

export type ChunkColumns = ReturnType<typeof chunkColumns>;

/** Returns the column in little endian, as on every machine that Node 24 supports, followed by its CRC-32. */
function encodeColumn(numbers: Uint16Array | Uint32Array): Buffer {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, check]);
}

/** SQLite does not notice changed bytes, and counts from them would be wrong. */
export class DamagedColumn extends Error {
  override readonly name = 'DamagedColumn';
}

export function decodeUint16Column(column: Buffer): Uint16Array {
  const { buffer, byteOffset, byteLength } = numbersOf(column, 2);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

export function decodeUint32Column(column: Buffer): Uint32Array {
  const { buffer, byteOffset, byteLength } = numbersOf(column, 4);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** Returns the bytes without the check value. Copies them only if they are not aligned to `size`, which is rare. */
function numbersOf(column: Buffer, size: 2 | 4): Uint8Array {
  if (column.length === 0) return column;
  const bytes = column.subarray(0, -CHECK_BYTES);
  if (column.length < CHECK_BYTES || crc32(bytes) !== column.readUInt32LE(bytes.length))
    throw new DamagedColumn('A column of a chunk does not have its check value.');
  return bytes.byteOffset % size === 0 ? bytes : Uint8Array.from(bytes);
}
