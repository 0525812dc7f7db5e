/**
 * What is derived of 4096 neighbouring seqs once they are all there: which facet each has and when it was received, as
 * columns, and how often each facet occurs. Filters, counts, facets and histograms read these instead of the rows.
 * Pure: `0001-events.ts` says how the columns are stored.
 */
import { crc32 } from 'node:zlib';

/** Part of the schema. */
export const CHUNK_SIZE = 4_096;
/** In `places`, where there is no event. */
export const NO_EVENT = 65_535;
/** Of a column's check value, behind it. */
const CHECK_BYTES = 4;

export const chunkOf = (seq: number): number => Math.floor(seq / CHUNK_SIZE);
export const firstSeqOfChunk = (chunk: number): number => chunk * CHUNK_SIZE;
export const lastSeqOfChunk = (chunk: number): number => chunk * CHUNK_SIZE + CHUNK_SIZE - 1;

/** As it is written and read, by place: the columns of the table `chunk`. */
export interface ChunkColumns {
  readonly id: number;
  readonly events: number;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly facets: Buffer;
  readonly places: Buffer | null;
  readonly times: Buffer | null;
}

/** @param rows of this chunk, in the order of their seqs */
export function chunkColumns(
  id: number,
  rows: readonly (readonly [seq: number, receivedAt: number, facet: number])[],
): ChunkColumns {
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
    // Where there is no event, the time is that of the event behind: so they ascend wherever the clock was not set.
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

/** The columns are little endian, as every machine is that Node 24 runs on. Behind each is a check value (CRC-32). */
function encodeColumn(numbers: Uint16Array | Uint32Array): Buffer {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, check]);
}

/** A page of a column may hold anything without SQLite noticing: a count made of it would be wrong, and look right. */
export class DamagedColumn extends Error {
  override readonly name = 'DamagedColumn';
}

/** @throws DamagedColumn */
export function decodeUint16Column(column: Buffer): Uint16Array {
  const { buffer, byteOffset, byteLength } = numbersOf(column, 2);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

/** @throws DamagedColumn */
export function decodeUint32Column(column: Buffer): Uint32Array {
  const { buffer, byteOffset, byteLength } = numbersOf(column, 4);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** In place where it lies at an address that numbers of so many bytes can have, as it does as a rule. */
function numbersOf(column: Buffer, size: 2 | 4): Uint8Array {
  if (column.length === 0) return column;
  const bytes = column.subarray(0, -CHECK_BYTES);
  if (column.length < CHECK_BYTES || crc32(bytes) !== column.readUInt32LE(bytes.length))
    throw new DamagedColumn('A column of a chunk does not have its check value.');
  return bytes.byteOffset % size === 0 ? bytes : Uint8Array.from(bytes);
}
