/**
 * Checks block by block in the order of seqs: texts against check values, rows, columns and each other, then the other
 * tables and their indexes. Reports what it cannot read and continues. Never writes.
 */
import type { Database } from 'better-sqlite3';
import type { CheckBatch, Flaw } from '../../../../core/ports/event-store.ts';
import { chunkOf, DamagedColumn, firstSeqOfChunk, lastSeqOfChunk, NO_EVENT } from '../texts/chunk.ts';
import type { Chunk, ChunkIndex } from '../columns/chunk-index.ts';
import { eventNames } from '../rows/event-names.ts';
import type { FacetIndex } from '../columns/facet-index.ts';
import { type PackedValue, unpackUuid } from '../texts/packed-values.ts';
import { type BlockEntry, blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import type { TextReader } from '../texts/text-reader.ts';
import { isUnreadable } from '../store-error.ts';
import { toSafeInteger } from '../safe-integer.ts';

interface CheckedRow {
  readonly seq: number;
  readonly receivedAt: number;
  readonly facet: number;
  readonly id: PackedValue;
}

export function createStoreCheck(database: Database, facets: FacetIndex, chunks: ChunkIndex, texts: TextReader) {
  const statements = checkStatements(database);

  function checkBatch(after: number, batchMs: number): CheckBatch {
    const startedAt = performance.now();
    const flaws = new Flaws();
    for (let at = after; ;) {
      const next = nextFrom(at + 1, flaws);
      if (next === null) break;
      const block = blockOf(next);
      const chunk = chunkAt(next);
      if (chunk !== null && (at === 0 || chunkOf(at) !== chunk.id)) checkChunk(chunk, flaws);
      flaws.guard(() => checkBlock(block, chunk, flaws), chunk);
      at = lastSeqOfBlock(block);
      if (performance.now() - startedAt >= batchMs) return { flaws: flaws.found, next: at };
    }
    flaws.guard(() => {
      for (const { name } of statements.smallTables.all()) flaws.guard(() => checkTable(name, flaws));
    });
    return { flaws: flaws.found, next: null };
  }

  function nextFrom(seq: number, flaws: Flaws): number | null {
    const of = (statement: PreparedStatement<[number], { seq: number | null }>, from: number, unit: number) => {
      let found: number | null = null;
      flaws.guard(() => (found = statement.get(from)?.seq ?? null));
      return found === null ? Number.POSITIVE_INFINITY : Math.max(seq, found * unit);
    };
    const chunk = chunks.nextWithEvents(seq);
    const next = Math.min(
      of(statements.rowFrom, seq, 1),
      of(statements.singleFrom, seq, 1),
      of(statements.blockFrom, blockOf(seq), firstSeqOfBlock(1)),
      chunk === null ? Number.POSITIVE_INFINITY : Math.max(seq, firstSeqOfChunk(chunk.id)),
    );
    return Number.isFinite(next) ? next : null;
  }

  function chunkAt(seq: number): Chunk | null {
    const chunk = chunks.nearest(seq, 'newer');
    return chunk?.id === chunkOf(seq) ? chunk : null;
  }

  function checkBlock(block: number, chunk: Chunk | null, flaws: Flaws): void {
    const first = firstSeqOfBlock(block);
    const last = lastSeqOfBlock(block);
    const rows = new Map(statements.rows.all(first, last).map((row) => [row.seq, row]));
    const { parts, large } = texts.block(block);
    const seqs = new Set([...rows.keys(), ...parts.flatMap(({ entries }) => entries.map(({ seq }) => seq)), ...large]);
    for (const seq of seqs) {
      const entry = texts.entry(seq);
      if (entry === null || !entry.isIntact) flaws.add('text', seq);
      else if (!rowMatchesText(rows.get(seq), entry)) flaws.add('derived', seq);
    }
    if (chunk === null) {
      // Events after the last chunk are in no chunk yet.
      if (first < chunks.tail) for (const seq of rows.keys()) flaws.add('derived', seq);
      return;
    }
    const { places, times } = chunks.readColumns(chunk, chunk.isTimed);
    for (let seq = first; seq <= last; seq += 1) {
      const row = rows.get(seq);
      const index = places[seq - firstSeqOfChunk(chunk.id)] ?? NO_EVENT;
      const time = times === null ? row?.receivedAt : chunk.earliest + (times[seq - firstSeqOfChunk(chunk.id)] ?? 0);
      const agrees =
        row === undefined ? index === NO_EVENT : chunk.facets[2 * index] === row.facet && time === row.receivedAt;
      if (!agrees) flaws.add('derived', seq);
    }
  }

  function rowMatchesText(row: CheckedRow | undefined, entry: BlockEntry): boolean {
    const facet = row === undefined ? undefined : facets.find(row.facet);
    if (row === undefined || facet === undefined) return false;
    const event = entry.event();
    const { kind, id } = eventNames(event);
    const isReduced = facet.values.marks.some(({ code }) => code === 'too-many-values');
    return (
      row.receivedAt === toSafeInteger(event.receivedAt) &&
      unpackUuid(row.id) === (id?.toWellFormed() ?? null) &&
      (isReduced || facet.values.kind === kind.toWellFormed())
    );
  }

  function checkChunk(chunk: Chunk, flaws: Flaws): void {
    flaws.guard(() => {
      if (chunk.events === 0) return;
      const { places, times } = chunks.readColumns(chunk, chunk.isTimed);
      const counts = new Uint32Array(chunk.facets.length / 2);
      let [events, earliest, latest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const [place, index] of places.entries()) {
        if (index === NO_EVENT) continue;
        events += 1;
        counts[index] = (counts[index] ?? 0) + 1;
        const at = chunk.earliest + (times?.[place] ?? 0);
        earliest = Math.min(earliest, at);
        latest = Math.max(latest, at);
      }
      const agrees =
        events === chunk.events &&
        counts.every((count, index) => count === chunk.facets[2 * index + 1]) &&
        (times === null || (earliest === chunk.earliest && latest === chunk.latest));
      if (!agrees) flaws.addRange('derived', firstSeqOfChunk(chunk.id), lastSeqOfChunk(chunk.id));
    }, chunk);
  }

  function checkTable(table: string, flaws: Flaws): void {
    const bad = statements.integrity.all(table).find(({ words }) => words !== 'ok');
    if (bad !== undefined) flaws.addUnreadable(`${table}: ${bad.words}`);
  }

  return { checkBatch };
}

class Flaws {
  readonly found: Flaw[] = [];

  add(kind: 'text' | 'derived', seq: number): void {
    this.addRange(kind, seq, seq);
  }

  addRange(kind: 'text' | 'derived', first: number, last: number): void {
    const at = this.found.findLastIndex((flaw) => flaw.kind === kind);
    const before = this.found[at];
    if (before?.kind === kind && first >= before.first && first <= before.last + 1)
      this.found[at] = { ...before, last: Math.max(last, before.last) };
    else this.found.push({ kind, first, last });
  }

  addUnreadable(detail: string): void {
    if (!this.found.some(({ kind }) => kind === 'unreadable')) this.found.push({ kind: 'unreadable', detail });
  }

  /** Reports unreadable data as a flaw, so that the check continues after it. */
  guard(check: () => void, chunk: Chunk | null = null): void {
    try {
      check();
    } catch (error) {
      if (error instanceof DamagedColumn && chunk !== null) {
        this.addRange('derived', firstSeqOfChunk(chunk.id), lastSeqOfChunk(chunk.id));
        return;
      }
      if (!(error instanceof Error) || !isUnreadable(error)) throw error;
      this.addUnreadable(error.message);
    }
  }
}

function checkStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    integrity: prepare<[table: string], { words: string }>(
      'SELECT integrity_check AS words FROM pragma_integrity_check(?)',
    ),
    /**
     * The large tables were read block by block. Sessions and gaps come first, because a repair that keeps the database
     * is tried only if the first unreadable table is one of them.
     */
    smallTables: prepare<[], { name: string }>(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT IN ('event', 'received', 'block', 'chunk')
       ORDER BY name NOT IN ('session', 'gap'), rootpage`,
    ),
    rows: prepare<[first: number, last: number], CheckedRow>(
      `SELECT seq, received_at AS receivedAt, facet, upstream_id AS id FROM event WHERE seq BETWEEN ? AND ?`,
    ),
    rowFrom: prepare<[seq: number], { seq: number | null }>('SELECT min(seq) AS seq FROM event WHERE seq >= ?'),
    singleFrom: prepare<[seq: number], { seq: number | null }>('SELECT min(seq) AS seq FROM received WHERE seq >= ?'),
    blockFrom: prepare<[block: number], { seq: number | null }>('SELECT min(id) AS seq FROM block WHERE id >= ?'),
  };
}
