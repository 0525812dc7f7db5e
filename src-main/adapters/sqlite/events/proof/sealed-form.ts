/** Hashes in the form of docs/proof-of-watch.md. Nothing here may change: sealed stores depend on each byte. */
import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { preparing } from '../../prepared-statement.ts';
import { BLOCK_SIZE, firstSeqOfBlock, lastSeqOfBlock, tryOpenBlock } from '../texts/received-block.ts';
import { unpackFrame } from '../texts/zstd-frame.ts';

export const ZERO_HASH = '0'.repeat(64);
/** Bytes of a leaf: seq as u64 big endian, then the SHA-256 of its text. */
const LEAF_BYTES = 40;
const ZSTD_MAGIC = 0xfd2fb528;
/** Place, check value, and sizes of head and data of a text, see `received-block.ts`. */
const ENTRY_BYTES = 13;
let scratch = Buffer.allocUnsafe(65_536);

export interface SealedPart {
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly hash: Buffer;
}

export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

export interface PartRow extends SealedPart {
  readonly seal: number;
  /** Leaves of the texts that retention removed, null if none; empty if it removed all. */
  readonly removed: Buffer | null;
}

/** Leaves by seq. */
type Texts = ReadonlyMap<number, Buffer>;

export type SpanKind = 'session' | 'gap' | 'open session' | 'open gap';

export interface SpanHash {
  readonly kind: SpanKind;
  readonly id: number;
  readonly hash: string;
}

/** In the order of `SPAN_COLUMNS`. */
export type SpanRow = readonly [id: number, from: number, ...rest: (string | number | null)[]];

/** `to_at` is null while a session or gap is open. */
export const SPAN_COLUMNS = {
  session: 'id, from_at, to_at, last_event_at, length_ms, reason, detail, events, holder',
  gap: 'id, from_at, to_at, length_ms, reason, detail, holder',
} as const;

export type SpanTable = keyof typeof SPAN_COLUMNS;
export const SPAN_TABLES = ['session', 'gap'] as const satisfies readonly SpanTable[];

/** Statements that read the columns of sessions and gaps that are sealed: all rows, and one by its id. */
export function spanStatements(database: Database) {
  const { prepareTuple } = preparing(database);
  const all = (table: SpanTable) => prepareTuple<[], SpanRow>(`SELECT ${SPAN_COLUMNS[table]} FROM ${table}`);
  const one = (table: SpanTable) =>
    prepareTuple<[id: number], SpanRow>(`SELECT ${SPAN_COLUMNS[table]} FROM ${table} WHERE id = ?`);
  return {
    spans: { session: all('session'), gap: all('gap') },
    span: { session: one('session'), gap: one('gap') },
  };
}

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

export const chainHash = (previous: string, body: string): string => sha256(previous, '\n', body).toString('hex');

export function textLeaves(texts: Texts, { first, last }: SeqRange): Buffer[] {
  const leaves: Buffer[] = [];
  for (const [seq, leaf] of texts) if (seq >= first && seq <= last) leaves.push(leaf);
  return leaves;
}

export function removedLeaves({ removed }: PartRow): Buffer[] {
  return Array.from({ length: Math.floor((removed?.length ?? 0) / LEAF_BYTES) }, (_, index) =>
    Buffer.from(removed?.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES) ?? []),
  );
}

/** True if the part has exactly the texts that were sealed, except those that retention removed. */
export function isIntact(texts: Texts, part: PartRow): boolean {
  const leaves = textLeaves(texts, part);
  if (part.removed?.length === 0) return leaves.length === 0;
  return partHash([...leaves, ...removedLeaves(part)]).equals(part.hash);
}

export const seqOfLeaf = (leaf: Buffer): number => Number(leaf.readBigUInt64BE(0));

/** @param leaves in any order */
export function joinLeaves(leaves: readonly Buffer[]): Buffer {
  return Buffer.concat(leaves.toSorted((one, other) => one.compare(other)));
}

export const partHash = (leaves: readonly Buffer[]): Buffer => sha256(joinLeaves(leaves));

/** @param parts by ascending `first` */
export function partsHash(parts: readonly SealedPart[]): string {
  return sha256(
    ...parts.map((part) => Buffer.concat([numbers(part.first, part.last, part.events), part.hash])),
  ).toString('hex');
}

/** @param parts those with removed texts, by ascending `first` */
export function removedHash(parts: readonly { readonly first: number; readonly removed: Buffer }[]): string {
  return sha256(
    ...parts.map(({ first, removed }) => Buffer.concat([numbers(first, removed.length), removed])),
  ).toString('hex');
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), 8 * index);
  return bytes;
}

export function spanHash(table: SpanTable, row: SpanRow): SpanHash {
  const [id, from, to] = row;
  const kind: SpanKind = to === null ? `open ${table}` : table;
  const text = JSON.stringify(to === null ? [kind, id, from] : [kind, ...row]);
  return { kind, id, hash: sha256(text).toString('hex') };
}

/** The begin of a span, which is sealed while the span is open and stays so when it has ended. */
export const openSpanHash = (table: SpanTable, [id, from]: SpanRow): SpanHash => spanHash(table, [id, from, null]);

/** @param spans ordered by kind, then by id */
export const spansHash = (spans: readonly SpanHash[]): string =>
  sha256(...spans.map((span) => `${span.kind}\t${span.id}\t${span.hash}\n`)).toString('hex');

/** Returns the leaf of each text of a block by its seq. Of two rows with a text, the first in which it is intact counts. */
export function blockReader(database: Database): (block: number) => Texts {
  const { prepare, prepareScalar } = preparing(database);
  const frame = prepareScalar<[id: number], Buffer>('SELECT body FROM block WHERE id = ?');
  const singles = prepare<[first: number, last: number], { seq: number; body: Buffer }>(
    'SELECT seq, body FROM received WHERE seq BETWEEN ? AND ?',
  );
  return (block) => {
    const body = frame.get(block);
    const found = body === undefined ? new Map<number, Buffer>() : leavesIn(block, body);
    for (const { seq, body: single } of singles.all(firstSeqOfBlock(block), lastSeqOfBlock(block))) {
      const isInFrame = body !== undefined && found.has(seq);
      if (isInFrame && tryOpenBlock(block, body)?.entry(seq)?.isIntact === true) continue;
      const leaf = leavesIn(block, single).get(seq);
      if (leaf !== undefined) found.set(seq, leaf);
    }
    return found;
  };
}

/**
 * Hashes each text once and makes no objects for it, because this is most of the cost of sealing. A row that cannot be
 * read exactly has none: unlike `openBlock`, refuses a frame whose checksum is wrong.
 */
export function leavesIn(block: number, body: Buffer): Map<number, Buffer> {
  const leaves = new Map<number, Buffer>();
  try {
    const isFrame = body.length > 4 && body.readUInt32LE(0) === ZSTD_MAGIC;
    const plain = isFrame ? unpackFrame(body) : body;
    const texts = 1 + ENTRY_BYTES * plain.readUInt8(0);
    const all = Buffer.allocUnsafeSlow(LEAF_BYTES * plain.readUInt8(0));
    let at = texts;
    for (let entry = 1; entry < texts; entry += ENTRY_BYTES) {
      const end = at + plain.readUInt32LE(entry + 5) + plain.readUInt32LE(entry + 9);
      if (end > plain.length) return new Map();
      const bytes = ENTRY_BYTES + end - at;
      if (bytes > scratch.length) scratch = Buffer.allocUnsafe(2 * bytes);
      plain.copy(scratch, 0, entry, entry + ENTRY_BYTES);
      plain.copy(scratch, ENTRY_BYTES, at, end);
      const seq = firstSeqOfBlock(block) + (plain.readUInt8(entry) % BLOCK_SIZE);
      const leaf = all.subarray(leaves.size * LEAF_BYTES, (leaves.size + 1) * LEAF_BYTES);
      leaf.writeBigUInt64BE(BigInt(seq));
      leaf.write(hash('sha256', scratch.subarray(0, bytes), 'hex'), 8, 'hex');
      if (seq > 0 && !leaves.has(seq)) leaves.set(seq, leaf);
      at = end;
    }
    return leaves;
  } catch {
    return new Map();
  }
}
