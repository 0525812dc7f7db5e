/**
 * Reads the leaves of any table (https://www.sqlite.org/fileformat2.html, 1.6 and 2.1) without the tree above, and
 * skips malformed data. Callers must verify rows; texts have their own check value.
 */

/** Part of the schema, so that a damaged file header does not matter. */
export const PAGE_BYTES = 8_192;

type PageValue = number | string | Buffer | null;
export interface PageRow {
  readonly rowid: number;
  readonly values: readonly PageValue[];
}

export type ReadPage = (page: number) => Buffer | null;

const TABLE_LEAF = 0x0d;
const LEAF_HEADER_BYTES = 8;
const FILE_HEADER_BYTES = 100;
/** A payload up to this size is stored completely on its page. */
const MAX_LOCAL_BYTES = PAGE_BYTES - 35;
const MIN_LOCAL_BYTES = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
/** Content after the number of the next page. */
const OVERFLOW_BYTES = PAGE_BYTES - 4;
/** A record with more columns belongs to no known table. */
const MAX_COLUMNS = 32;
/** Max length of a value in SQLite. */
const MAX_PAYLOAD_BYTES = 1_000_000_000;

export function parsePageRows(page: Buffer, number: number, readPage: ReadPage): PageRow[] {
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  if (page.length < PAGE_BYTES || page[start] !== TABLE_LEAF) return [];
  const count = page.readUInt16BE(start + 3);
  const rows: PageRow[] = [];
  for (let cell = 0; cell < count; cell += 1) {
    const pointer = start + LEAF_HEADER_BYTES + 2 * cell;
    if (pointer + 2 > page.length) break;
    const row = rowAt(page, page.readUInt16BE(pointer), readPage);
    if (row !== null) rows.push(row);
  }
  return rows;
}

function rowAt(page: Buffer, at: number, readPage: ReadPage): PageRow | null {
  const bytes = varint(page, at);
  if (bytes === null || bytes.value > MAX_PAYLOAD_BYTES) return null;
  const rowid = varint(page, bytes.next);
  if (rowid === null || !Number.isSafeInteger(rowid.value)) return null;
  const payload = payloadAt(page, rowid.next, bytes.value, readPage);
  const values = payload === null ? null : recordOf(payload);
  return values === null ? null : { rowid: rowid.value, values };
}

function payloadAt(page: Buffer, at: number, bytes: number, readPage: ReadPage): Buffer | null {
  if (bytes <= MAX_LOCAL_BYTES) return at + bytes <= page.length ? page.subarray(at, at + bytes) : null;
  const fitting = MIN_LOCAL_BYTES + ((bytes - MIN_LOCAL_BYTES) % OVERFLOW_BYTES);
  const local = fitting <= MAX_LOCAL_BYTES ? fitting : MIN_LOCAL_BYTES;
  if (at + local + 4 > page.length) return null;
  const parts = [page.subarray(at, at + local)];
  let next = page.readUInt32BE(at + local);
  for (let left = bytes - local; left > 0; left -= OVERFLOW_BYTES) {
    const overflow = next === 0 ? null : readPage(next);
    if (overflow === null) return null;
    parts.push(overflow.subarray(4, 4 + Math.min(left, OVERFLOW_BYTES)));
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts, bytes);
}

function recordOf(payload: Buffer): PageValue[] | null {
  const header = varint(payload, 0);
  if (header === null || header.value > payload.length) return null;
  const values: PageValue[] = [];
  let body = header.value;
  for (let at = header.next; at < header.value;) {
    const type = varint(payload, at);
    const read = type === null || values.length === MAX_COLUMNS ? null : valueOf(payload, body, type.value);
    if (type === null || read === null) return null;
    values.push(read.value);
    at = type.next;
    body = read.next;
  }
  return body === payload.length ? values : null;
}

/** Bytes of the types 0 to 9; 10 and 11 are unused. */
const FIXED_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];
const FLOAT = 7;

function valueOf(payload: Buffer, at: number, type: number): { value: PageValue; next: number } | null {
  const bytes = type >= 12 ? Math.floor((type - 12) / 2) : FIXED_BYTES[type];
  if (bytes === undefined || at + bytes > payload.length) return null;
  const next = at + bytes;
  if (type >= 12) {
    const value = payload.subarray(at, next);
    return { value: type % 2 === 0 ? value : value.toString(), next };
  }
  if (type === 0) return { value: null, next };
  if (type >= 8) return { value: type - 8, next };
  if (type === FLOAT) return { value: payload.readDoubleBE(at), next };
  return { value: bytes === 8 ? Number(payload.readBigInt64BE(at)) : payload.readIntBE(at, bytes), next };
}

/** Seven bits per byte, eight in the ninth. Inexact beyond 2^53, which no stored value reaches. */
function varint(bytes: Buffer, from: number): { value: number; next: number } | null {
  let value = 0;
  for (let length = 0; length < 9; length += 1) {
    const byte = bytes[from + length];
    if (byte === undefined) return null;
    if (length === 8) return { value: value * 256 + byte, next: from + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: from + length + 1 };
  }
  return null;
}
