/** Compares a store with its proof of watch, in one read transaction. Only reads. The form: docs/proof-of-watch.md. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { openForReading } from '../files/open-database.ts';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from '../rows/meta-rows.ts';
import { blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import { chunkOf, firstSeqOfChunk, lastSeqOfChunk } from '../texts/chunk.ts';
import { PROOF, type ProofRecord, proofStateSchema, recordSchema } from './proof-state.ts';
import {
  blockReader,
  chainHash,
  isIntact,
  openSpanHash,
  type PartRow,
  partsHash,
  removedHash,
  type SeqRange,
  SPAN_TABLES,
  spanStatements,
  spanHash,
  type SpanHash,
  type SpanKind,
  spansHash,
  ZERO_HASH,
} from './sealed-form.ts';

export type Difference =
  /** The chain, its end, or the hashes that a seal counts are not those that were written. */
  | { readonly kind: 'chain'; readonly number: number }
  | { readonly kind: 'texts' | 'added' | 'removed'; readonly first: number; readonly last: number }
  | { readonly kind: 'span' | 'span added'; readonly span: SpanKind; readonly id: number };

type Numbered<Kind extends ProofRecord['kind']> = Extract<ProofRecord, { kind: Kind }> & { readonly number: number };

export interface Verification {
  readonly differences: readonly Difference[];
  readonly begins: Numbered<'begin'> | null;
  readonly seals: readonly (Numbered<'seal'> & { readonly hash: string })[];
  readonly removed: readonly Numbered<'removed'>[];
  readonly reopened: readonly (Numbered<'reopened'> | Numbered<'reopened spans'>)[];
  /** Hash of each record by its number. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly sealedEvents: number;
  readonly unsealedEvents: number;
  readonly sealedSpans: number;
  readonly unsealedSpans: number;
}

type StoredPart = PartRow & { readonly reopened: number | null };
type StoredSpan = SpanHash & { readonly seal: number; readonly reopened: number | null };

const PART = 'SELECT seal, first, last, events, hash, removed, reopened FROM proof_part';
const SPAN = 'SELECT kind, id, seal, hash, reopened FROM proof_span';
/** Time without letting the process do anything else. */
const SLICE_MS = 20;

/** @throws AppError NO_STORE, STORE_… */
export async function verifyWatch(path: string, onSeq: (seq: number) => void): Promise<Verification> {
  const database = openForReading(path);
  try {
    database.exec('BEGIN');
    return await verify(database, onSeq);
  } finally {
    database.close();
  }
}

async function verify(database: Database, onSeq: (seq: number) => void): Promise<Verification> {
  const rows = verifyStatements(database);
  const differences: Difference[] = [];
  const hashes = new Map<number, string>();
  const records = readRecords();
  const ofKind = <Kind extends ProofRecord['kind']>(kind: Kind): Numbered<Kind>[] =>
    records.filter((record): record is Numbered<Kind> => record.kind === kind);
  const seals = ofKind('seal').map((seal) => ({ ...seal, hash: hashes.get(seal.number) ?? '' }));
  const reopened = ofKind('reopened');
  const reopenedSpans = ofKind('reopened spans');
  const last = seals.at(-1);
  for (const [index, seal] of seals.entries()) checkSeal(seal, index + 1);
  checkReopened();
  checkRemoved();
  const events = await checkTexts();
  const spans = checkSpans();

  return {
    differences,
    begins: ofKind('begin')[0] ?? null,
    seals,
    removed: ofKind('removed'),
    reopened: [...reopened, ...reopenedSpans].toSorted((one, other) => one.number - other.number),
    hashes,
    sealedEvents: events.sealed,
    unsealedEvents: events.unsealed,
    sealedSpans: spans.sealed,
    unsealedSpans: spans.unsealed,
  };

  function readRecords(): (ProofRecord & { readonly number: number })[] {
    const found: (ProofRecord & { readonly number: number })[] = [];
    let previous = ZERO_HASH;
    for (const [index, { number, body, hash }] of rows.records.all().entries()) {
      const parsed = recordSchema.safeParse(jsonOf(body));
      if (number !== index + 1 || hash !== chainHash(previous, body) || !parsed.success)
        differences.push({ kind: 'chain', number });
      if (parsed.success) found.push({ ...parsed.data, number });
      hashes.set(number, hash);
      previous = hash;
    }
    const text = metaStatements(database).meta.get(PROOF);
    const end = text === undefined ? null : (proofStateSchema.safeParse(jsonOf(text)).data ?? { number: -1, hash: '' });
    if ((end?.number ?? 0) !== found.length || (end?.hash ?? ZERO_HASH) !== previous)
      differences.push({ kind: 'chain', number: found.length + 1 });
    return found;
  }

  function checkSeal(seal: Numbered<'seal'>, count: number): void {
    const parts = rows.partsOf.all(seal.seal);
    const sealed = rows.spansOf.all(seal.seal);
    if (seal.seal !== count || partsHash(parts) !== seal.partsHash || spansHash(sealed) !== seal.spansHash)
      differences.push({ kind: 'chain', number: seal.number });
  }

  function checkReopened(): void {
    const isAllowed = ({ first, last: end, seal, reopened: by }: StoredPart) =>
      reopened.some(
        (record) => record.number === by && first >= record.first && end <= record.last && seal <= record.seals,
      );
    for (const part of rows.reopenedParts.all())
      if (!isAllowed(part)) differences.push({ kind: 'texts', first: part.first, last: part.last });
    for (const { kind, id, reopened: by } of rows.reopenedSpans.all())
      if (
        !reopenedSpans.some(
          ({ number, spans: listed }) => number === by && listed.some((one) => one[0] === kind && one[1] === id),
        )
      )
        differences.push({ kind: 'span', span: kind, id });
  }

  function checkRemoved(): void {
    const newest = new Map(ofKind('removed').map((record) => [chunkOf(record.first), record]));
    const chunks = new Set([...newest.keys(), ...rows.removedParts.all().map(({ first }) => chunkOf(first))]);
    for (const chunk of chunks) {
      const range = { first: firstSeqOfChunk(chunk), last: lastSeqOfChunk(chunk) };
      const record = newest.get(chunk);
      const parts = rows.removedIn.all({ ...range, seals: (record?.seals ?? 0) + 1 });
      if (record === undefined ? parts.length > 0 : removedHash(parts) !== record.removedHash)
        differences.push({ kind: 'removed', ...range });
    }
  }

  async function checkTexts(): Promise<{ sealed: number; unsealed: number }> {
    const readBlock = blockReader(database);
    const through = last?.through ?? 0;
    const later = reopened.filter(({ number }) => number > (last?.number ?? 0));
    const open: SeqRange[] = [...(last?.open ?? []).map(([first, end]) => ({ first, last: end })), ...later];
    let [sealed, unsealed, sliceEnd] = [0, 0, performance.now() + SLICE_MS];
    for (let block = nextBlock(0); block !== null; block = nextBlock(block + 1)) {
      const range = { first: firstSeqOfBlock(block), last: lastSeqOfBlock(block) };
      const texts = readBlock(block);
      const parts = rows.parts.all({ ...range, seals: seals.length });
      for (const part of parts)
        if (!isIntact(texts, part)) differences.push({ kind: 'texts', first: part.first, last: part.last });
      for (const seq of texts.keys()) {
        const isIn = ({ first, last: end }: SeqRange) => seq >= first && seq <= end;
        if (parts.some(isIn)) sealed += 1;
        else if (seq > through || open.some(isIn)) unsealed += 1;
        else differences.push({ kind: 'added', first: seq, last: seq });
      }
      if (performance.now() < sliceEnd) continue;
      onSeq(range.last);
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return { sealed, unsealed };
  }

  function nextBlock(from: number): number | null {
    const { single, block, part } = rows.next.get({ seq: firstSeqOfBlock(from), block: from }) ?? {};
    const found = [single, part].flatMap((seq) => (typeof seq === 'number' ? [blockOf(seq)] : []));
    const next = Math.min(block ?? Infinity, ...found);
    return Number.isFinite(next) ? next : null;
  }

  function checkSpans(): { sealed: number; unsealed: number } {
    let [sealed, unsealed] = [0, 0];
    const current = new Map(rows.currentSpans.all(seals.length).map((span) => [`${span.kind} ${span.id}`, span]));
    const later = reopenedSpans
      .filter(({ number }) => number > (last?.number ?? 0))
      .flatMap(({ spans: listed }) => listed);
    for (const table of SPAN_TABLES)
      for (const row of rows.spans[table].all()) {
        const hashed = [spanHash(table, row), openSpanHash(table, row)];
        let isSealed = false;
        for (const { kind, id, hash } of hashed) {
          const known = current.get(`${kind} ${id}`);
          current.delete(`${kind} ${id}`);
          isSealed ||= known !== undefined;
          if (known !== undefined && known.hash !== hash) differences.push({ kind: 'span', span: kind, id });
        }
        if (isSealed) sealed += 1;
        else if (row[0] > (last?.[table] ?? 0) || later.some(([kind, id]) => kind.endsWith(table) && id === row[0]))
          unsealed += 1;
        else differences.push({ kind: 'span added', span: table, id: row[0] });
      }
    for (const { kind, id } of current.values()) differences.push({ kind: 'span', span: kind, id });
    return { sealed, unsealed };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function verifyStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    ...spanStatements(database),
    records: prepare<[], { number: number; body: string; hash: string }>(
      'SELECT number, body, hash FROM proof ORDER BY number',
    ),
    partsOf: prepare<[seal: number], StoredPart>(`${PART} WHERE seal = ? ORDER BY first`),
    spansOf: prepare<[seal: number], StoredSpan>(`${SPAN} WHERE seal = ? ORDER BY kind, id`),
    reopenedParts: prepare<[], StoredPart>(`${PART} WHERE reopened IS NOT NULL`),
    reopenedSpans: prepare<[], StoredSpan>(`${SPAN} WHERE reopened IS NOT NULL`),
    removedParts: prepare<[], { first: number }>(
      'SELECT first FROM proof_part WHERE removed IS NOT NULL AND reopened IS NULL',
    ),
    removedIn: prepare<[SeqRange & { seals: number }], { first: number; removed: Buffer }>(
      `SELECT first, removed FROM proof_part
       WHERE first BETWEEN :first AND :last AND seal <= :seals AND removed IS NOT NULL AND reopened IS NULL ORDER BY first`,
    ),
    parts: prepare<[SeqRange & { seals: number }], StoredPart>(
      `${PART} WHERE first BETWEEN :first AND :last AND seal <= :seals AND reopened IS NULL ORDER BY first`,
    ),
    next: prepare<
      [{ seq: number; block: number }],
      { single: number | null; block: number | null; part: number | null }
    >(
      `SELECT (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(id) FROM block WHERE id >= :block) AS block,
         (SELECT min(first) FROM proof_part WHERE first >= :seq) AS part`,
    ),
    currentSpans: prepare<[seals: number], StoredSpan>(`${SPAN} WHERE reopened IS NULL AND seal <= ?`),
  };
}
