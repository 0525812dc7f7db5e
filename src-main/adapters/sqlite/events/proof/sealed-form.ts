/** Hashes in the form of docs/proof-of-watch.md. Nothing here may change: sealed stores depend on each byte. */
import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { preparing } from '../../prepared-statement.ts';
import { type BlockEntry, firstSeqOfBlock, lastSeqOfBlock, OpenedBlock } from '../texts/received-block.ts';

export const ZERO_HASH = '0'.repeat(64);
/** Bytes of a leaf: seq as u64 big endian, then the SHA-256 of its text. */
const LEAF_BYTES = 40;
const ZSTD_MAGIC = 0xfd2fb528;

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

type Texts = ReadonlyMap<number, BlockEntry>;

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
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const chainHash = (previous: string, body: string): string => sha256(previous, '\n', body).toString('hex');

function leafOf({ seq, check, head, data, all }: BlockEntry): Buffer {
  const leaf = Buffer.allocUnsafe(LEAF_BYTES);
  const sizes = Buffer.allocUnsafe(12);
  sizes.writeUInt32LE(check, 0);
  sizes.writeUInt32LE(head.length, 4);
  sizes.writeUInt32LE(data.length, 8);
  leaf.writeBigUInt64BE(BigInt(seq), 0);
  sha256(sizes, all).copy(leaf, 8);
  return leaf;
}

export function textLeaves(texts: Texts, { first, last }: SeqRange): Buffer[] {
  return [...texts.values()].filter(({ seq }) => seq >= first && seq <= last).map((entry) => leafOf(entry));
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
    ...parts.map(({ first, last, events, hash }) => Buffer.concat([numbers(first, last, events), hash])),
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
  sha256(...spans.map(({ kind, id, hash }) => `${kind}\t${id}\t${hash}\n`)).toString('hex');

/** Returns the texts of a block by seq. A row that cannot be read exactly has none. The intact one of two counts. */
export function blockReader(database: Database): (block: number) => Map<number, BlockEntry> {
  const { prepare, prepareScalar } = preparing(database);
  const frame = prepareScalar<[id: number], Buffer>('SELECT body FROM block WHERE id = ?');
  const singles = prepare<[first: number, last: number], { seq: number; body: Buffer }>(
    'SELECT seq, body FROM received WHERE seq BETWEEN ? AND ? ORDER BY seq',
  );
  return (block) => {
    const found = new Map<number, BlockEntry>();
    const body = frame.get(block);
    const rows = singles.all(firstSeqOfBlock(block), lastSeqOfBlock(block));
    for (const row of [...(body === undefined ? [] : [{ seq: null, body }]), ...rows]) {
      for (const entry of openExactly(block, row.body)?.entries ?? [])
        if ((row.seq ?? entry.seq) === entry.seq && found.get(entry.seq)?.isIntact !== true)
          found.set(entry.seq, entry);
    }
    return found;
  };
}

/** Unlike `openBlock`, refuses a frame whose checksum is wrong. */
function openExactly(block: number, body: Buffer): OpenedBlock | null {
  try {
    const isFrame = body.length > 4 && body.readUInt32LE(0) === ZSTD_MAGIC;
    return new OpenedBlock(block, isFrame ? zstdDecompressSync(body, { chunkSize: 131_072 }) : body, false);
  } catch {
    return null;
  }
}
