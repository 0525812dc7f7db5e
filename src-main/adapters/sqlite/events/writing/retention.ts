/**
 * Removes expired events, and the facets that only they had, in slices so short that received events do not wait. A chunk loses a class once its newest
 * event is older than that class is kept. Pinned events and those in no chunk yet stay. The caller holds the
 * transaction.
 */
import type { Database } from 'better-sqlite3';
import type { RetentionLimits } from '../../../../core/ports/event-store.ts';
import { firstSeqOfChunk, lastSeqOfChunk, decodeUint32Column } from '../texts/chunk.ts';
import type { FacetRowWriter } from '../columns/facet-row-writer.ts';
import type { ChunkRowWriter } from './chunk-row-writer.ts';
import { blockOf, firstSeqOfBlock, lastSeqOfBlock } from '../texts/received-block.ts';
import { returnSurplusPages } from '../../surplus-pages.ts';
import { isUnreadable } from '../store-error.ts';
import { preparing } from '../../prepared-statement.ts';
import type { ProofWriter } from '../proof/proof-writer.ts';
import type { TextStore } from './text-store.ts';

/** Sealing the chunk again and committing take some milliseconds more. */
const BATCH_MS = 5;
const CHUNKS_PER_QUERY = 32;
/** Free pages of 8 KiB that are kept for new events. */
const RESERVE_PAGES = 1_024;
const MAX_VACUUM_PAGES = 128;

type RetentionClass = keyof RetentionLimits;

export function createRetention(
  database: Database,
  texts: Pick<TextStore, 'remove' | 'entries'>,
  chunkRows: Pick<ChunkRowWriter, 'seal'>,
  facetRows: Pick<FacetRowWriter, 'removeUnused'>,
  proof: Pick<ProofWriter, 'beforeRemoval' | 'afterRemoval'>,
  sliceMs = BATCH_MS,
) {
  const classes = new Map<number, RetentionClass>();
  let next = 0;
  let hasRemoved = false;
  const rows = retentionStatements(database);

  function removeExpired(limits: RetentionLimits): boolean {
    const until = performance.now() + sliceMs;
    const before = Math.max(limits.heartbeats, limits.successes, limits.failures);
    for (;;) {
      const chunks = rows.chunksFrom.all({ id: next, before, limit: CHUNKS_PER_QUERY });
      for (const chunk of chunks) {
        const facets = expiredFacets(chunk, limits);
        if (facets.length > 0 && remove(chunk.id, facets, until)) return true;
        next = chunk.id + 1;
        if (performance.now() >= until) return true;
      }
      if (chunks.length < CHUNKS_PER_QUERY) {
        next = 0;
        if (hasRemoved) removeUnusedFacets();
        hasRemoved = false;
        return false;
      }
    }
  }

  /** Reads some 2 kB for 4096 events. If a chunk cannot be read, its facets are unknown, so all stay. */
  function removeUnusedFacets(): void {
    const used = new Set<number>();
    let newest = -1;
    try {
      for (const { id, facets } of rows.chunks.all()) {
        newest = id;
        for (const [index, value] of decodeUint32Column(facets).entries()) if (index % 2 === 0) used.add(value);
      }
      for (const facet of rows.facetsFrom.all(firstSeqOfChunk(newest + 1))) used.add(facet);
    } catch (cause) {
      if (isUnreadable(cause)) return;
      throw cause;
    }
    facetRows.removeUnused(used);
  }

  /** Shrinks the file. Must not run in a transaction. Returns true if there is more to free. */
  function vacuum(): boolean {
    if (returnSurplusPages(database, RESERVE_PAGES, MAX_VACUUM_PAGES)) return true;
    // The file shrinks with the next checkpoint. One that waits for readers would block the writer.
    database.pragma('wal_checkpoint(PASSIVE)');
    return false;
  }

  function expiredFacets({ latest, facets }: ChunkRow, limits: RetentionLimits): number[] {
    const ids = decodeUint32Column(facets).filter((_, index) => index % 2 === 0);
    return [...ids].filter((facet) => latest < limits[classOfFacet(facet)]);
  }

  function remove(chunk: number, facets: readonly number[], until: number): boolean {
    const seqs = rows.removable.all({
      first: firstSeqOfChunk(chunk),
      last: lastSeqOfChunk(chunk),
      facets: JSON.stringify(facets),
    });
    if (seqs.length === 0) return false;
    hasRemoved = true;
    let at = 0;
    let sealed = 0;
    do {
      const block = blockOf(seqs[at] ?? 0);
      const ofBlock = new Set<number>();
      for (; at < seqs.length && blockOf(seqs[at] ?? 0) === block; at += 1) ofBlock.add(seqs[at] ?? 0);
      sealed += proof.beforeRemoval(block, ofBlock);
      removeOfBlock(block, ofBlock);
    } while (at < seqs.length && performance.now() < until);
    proof.afterRemoval(chunk, sealed);
    chunkRows.seal(chunk);
    return at < seqs.length;
  }

  function removeOfBlock(block: number, seqs: ReadonlySet<number>): void {
    for (const seq of seqs) {
      rows.removeEvent.run(seq);
      rows.removeRepeat.run(seq);
    }
    texts.remove(block, seqs);
    // A frame that cannot be opened is removed with the last of its events.
    if (rows.anyEvent.get(firstSeqOfBlock(block), lastSeqOfBlock(block)) !== undefined) return;
    if (!texts.entries(block).isReadable) rows.removeBlock.run(block);
  }

  function classOfFacet(facet: number): RetentionClass {
    let known = classes.get(facet);
    if (known !== undefined) return known;
    const row = rows.facet.get(facet);
    // An unknown facet is kept as long as failures.
    known = row === undefined ? 'failures' : classOf(row);
    classes.set(facet, known);
    return known;
  }

  return { removeExpired, vacuum };
}

function classOf({ kind, outcome }: FacetRow): RetentionClass {
  if (kind === 'HEARTBEAT') return 'heartbeats';
  return outcome === null || outcome === 'succeeded' || outcome === 'in-progress' ? 'successes' : 'failures';
}

interface ChunkRow {
  readonly id: number;
  readonly latest: number;
  readonly facets: Buffer;
}

interface FacetRow {
  readonly kind: string;
  readonly outcome: string | null;
}

function retentionStatements(database: Database) {
  const { prepare, prepareScalar } = preparing(database);
  return {
    chunksFrom: prepare<[{ id: number; before: number; limit: number }], ChunkRow>(
      `SELECT id, latest, facets FROM chunk WHERE id >= :id AND events > 0 AND latest < :before
       ORDER BY id LIMIT :limit`,
    ),
    chunks: prepare<[], Pick<ChunkRow, 'id' | 'facets'>>('SELECT id, facets FROM chunk ORDER BY id'),
    facetsFrom: prepareScalar<[seq: number], number>('SELECT DISTINCT facet FROM event WHERE seq >= ?'),
    facet: prepare<[id: number], FacetRow>('SELECT kind, outcome FROM facet WHERE id = ?'),
    removable: prepareScalar<[{ first: number; last: number; facets: string }], number>(
      `SELECT seq FROM event WHERE seq BETWEEN :first AND :last AND facet IN (SELECT value FROM json_each(:facets))
         AND seq NOT IN (SELECT seq FROM pinned WHERE seq BETWEEN :first AND :last)
       ORDER BY seq`,
    ),
    removeEvent: prepare<[seq: number]>('DELETE FROM event WHERE seq = ?'),
    removeRepeat: prepare<[seq: number]>('DELETE FROM repeat WHERE seq = ?'),
    anyEvent: prepare<[first: number, last: number], { seq: number }>(
      'SELECT seq FROM event WHERE seq BETWEEN ? AND ? LIMIT 1',
    ),
    removeBlock: prepare<[id: number]>('DELETE FROM block WHERE id = ?'),
  };
}
