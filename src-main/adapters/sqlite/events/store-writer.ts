/**
 * Writes one store over its only writing connection. Texts, rows, session, gap and cursor of a batch are written in one
 * transaction, completely or not at all. `guarded-writer.ts` chooses the database and replaces a damaged one.
 */
import type { Database } from 'better-sqlite3';
import type {
  AppendResult,
  ProjectionCommit,
  StoredProjection,
  StreamLoss,
  ReceivedBatch,
  ResumedStore,
  RetentionLimits,
} from '../../../core/ports/event-store.ts';
import type { Moment } from '../../../core/ports/clock.ts';
import type { ActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { type SpanMerger, createSpanMerger, type Spans } from './texts/span-merger.ts';
import { type BatchWriter, createBatchWriter } from './rows/batch-writer.ts';
import { type ChunkRowWriter, createChunkRowWriter } from './texts/chunk-row-writer.ts';
import { type CoverageRowWriter, createCoverageRowWriter } from './rows/coverage-row-writer.ts';
import { type Decoder, CURRENT_DECODER } from './rows/decoder.ts';
import {
  type DerivedRowRebuilder,
  createDerivedRowRebuilder,
  type RebuildBatch,
} from './damage/derived-row-rebuilder.ts';
import { createEventRowWriter } from './rows/event-row-writer.ts';
import { type FacetRowWriter, createFacetRowWriter } from './columns/facet-row-writer.ts';
import { type ActionRowWriter, createActionRowWriter } from './rows/action-rows.ts';
import { type ProjectionRowWriter, createProjectionRowWriter } from './rows/projection-row-writer.ts';
import { type WriterState, readExtent, readWriterState } from './rows/writer-state.ts';
import { blockOf, type SequencedEvent } from './texts/received-block.ts';
import { type Retention, createRetention } from './files/retention.ts';
import type { SeenRange } from './rows/seen-ranges.ts';
import { type SeenRowWriter, createSeenRowWriter } from './rows/seen-row-writer.ts';
import { CHANGES } from './rows/meta-rows.ts';
import { storeError } from './damage/store-error.ts';
import { TextStore } from './texts/text-store.ts';
import { type OpenSession, type WriteStatements, writeStatements } from './rows/write-statements.ts';

/** Time per batch of rebuilding rows; sealing their chunk takes some milliseconds more. */
const BATCH_MS = 6;

export interface StoreWriterOptions {
  /** Source of the events. A cursor belongs to one source. */
  readonly source: string;
  readonly decoder?: Decoder | undefined;
  /**
   * The highest seq that was ever assigned in this lineage of databases. If this database has fewer, its tail ends and
   * the next seq is the first of a later chunk, so that no seq is assigned twice.
   */
  readonly startAfter?: number | undefined;
  readonly batchMs?: number | undefined;
}

export class StoreWriter {
  readonly #database: Database;
  readonly #source: string;
  readonly #decoderVersion: number;
  readonly #batchMs: number;
  readonly #write: WriteStatements;
  readonly #texts: TextStore;
  readonly #facets: FacetRowWriter;
  readonly #chunks: ChunkRowWriter;
  readonly #derived: DerivedRowRebuilder;
  readonly #coverage: CoverageRowWriter;
  readonly #spans: SpanMerger;
  readonly #projectionRows: ProjectionRowWriter;
  readonly #retention: Retention;
  readonly #seen: SeenRowWriter;
  readonly #actions: ActionRowWriter;
  readonly #batches: BatchWriter;
  #state: WriterState | null = null;
  #nextRederiveSeq: number | null = null;

  constructor(database: Database, options: StoreWriterOptions) {
    const { source, decoder = CURRENT_DECODER, startAfter = 0, batchMs = BATCH_MS } = options;
    this.#database = database;
    this.#source = source;
    this.#decoderVersion = decoder.version;
    this.#batchMs = batchMs;
    this.#write = writeStatements(database);
    this.#texts = new TextStore(database);
    this.#facets = createFacetRowWriter(database);
    this.#chunks = createChunkRowWriter(database);
    const events = createEventRowWriter(database, this.#write, this.#texts, this.#facets, decoder);
    this.#derived = createDerivedRowRebuilder(this.#write, this.#texts, this.#chunks, events);
    this.#coverage = createCoverageRowWriter(this.#write);
    this.#spans = createSpanMerger(database);
    this.#batches = createBatchWriter(this.#write, this.#texts, events, this.#chunks, this.#coverage, source);
    this.#projectionRows = createProjectionRowWriter(this.#write);
    this.#retention = createRetention(database, this.#texts, this.#chunks);
    this.#seen = createSeenRowWriter(database);
    this.#actions = createActionRowWriter(database);
    if (startAfter > this.newestSeq) this.#skipTo(startAfter);
    if (this.#currentState().decoding?.version !== decoder.version) this.#startRedecoding();
    this.#batches.loadRecentEvents(this.newestSeq);
  }

  get newestSeq(): number {
    return this.#currentState().extent.newestSeq;
  }

  get storedEvents(): number {
    return this.#currentState().extent.storedEvents;
  }

  get openSession(): OpenSession | null {
    return this.#currentState().session;
  }

  /**
   * Stores a batch. If its content is refused, writes it event by event; an event that cannot be stored as decoded is
   * stored as received.
   * @throws AppError STORE_UNWRITABLE, STORE_DAMAGED: nothing of the batch is stored, and it can be appended again
   */
  append(batch: ReceivedBatch): AppendResult {
    try {
      return this.#inTransaction((state) => this.#batches.append(batch, state, 'append'));
    } catch (refusal) {
      if (refusal instanceof AppError) throw refusal;
      return this.#inTransaction((state) => this.#batches.append(batch, state, 'appendAlone'));
    }
  }

  resume(): Omit<ResumedStore, 'hadUncleanShutdown' | 'incident'> {
    return this.#inTransaction((state) => {
      const { extent, cursor, decoding, domain } = state;
      this.#coverage.resume(extent.newestSeq);
      state.session = null;
      const ofThisSource = cursor?.source === this.#source ? cursor.id : '';
      return {
        extent,
        lastEventId: ofThisSource === '' ? null : ofThisSource,
        lastEventAt: this.#write.newestTime.get()?.receivedAt ?? null,
        domain,
        needsRedecode: decoding !== null && decoding.cursor < decoding.goal,
      };
    });
  }

  moveCursor(lastEventId: string): void {
    this.#inTransaction((state) => this.#batches.moveCursor(lastEventId, state));
  }

  endSession(sessionId: number, loss: StreamLoss, from?: Moment): void {
    this.#inTransaction((state) => {
      if (state.session?.id !== sessionId) return;
      this.#coverage.endSession(state.session, loss, state.extent.newestSeq, from);
      state.session = null;
    });
  }

  openGap(from: Moment, at: Moment, loss: StreamLoss): boolean {
    return this.#inTransaction(({ extent }) => this.#coverage.openGap(from, at, loss, extent.newestSeq));
  }

  writeLabel(key: 'name' | 'profile', value: string): void {
    if (this.#write.meta.get(key) === value) return;
    this.#inTransaction(() => this.#write.setMeta.run(key, value));
  }

  redecode(): boolean {
    return this.#inTransaction((state) => {
      const { decoding } = state;
      if (decoding === null || decoding.cursor >= decoding.goal) return false;
      const cursor = this.#derived.redecode(this.#rebuildBatch(decoding.cursor + 1, decoding.goal, state));
      state.decoding = { ...decoding, cursor };
      this.#write.setMeta.run('decoding', JSON.stringify(state.decoding));
      // Raised once at the end: with each batch, all derived data would be rebuilt again.
      if (cursor >= decoding.goal) this.#write.incrementMeta.run(CHANGES);
      return cursor < decoding.goal;
    });
  }

  rederive(first: number, last: number): number | null {
    if (first !== this.#nextRederiveSeq) this.#state = null; // the state in memory may be outdated
    const end = Math.min(last, this.newestSeq);
    if (first > end) return null;
    this.#nextRederiveSeq = this.#inTransaction((state) => {
      const reached = this.#derived.rebuild(this.#rebuildBatch(first, end, state));
      this.#write.incrementMeta.run(CHANGES);
      this.#readExtent(state);
      return reached < end ? reached + 1 : null;
    });
    return this.#nextRederiveSeq;
  }

  damagedTexts(first: number, last: number): number[] {
    this.#texts.forget();
    const seqs = this.#write.eventSeqs.all(first, last).map(({ seq }) => seq);
    return seqs.filter((seq) => this.#texts.entry(seq)?.isIntact !== true);
  }

  /**
   * Stores events of another database of this lineage under their seqs, if their text is missing or damaged here.
   * Returns their number.
   */
  insertRecovered(events: readonly SequencedEvent[]): number {
    return this.#inTransaction((state) => {
      const { newestSeq } = state.extent;
      const missing = events.filter(({ seq }) => this.#texts.entry(seq)?.isIntact !== true);
      const beyond = missing.find(({ seq }) => seq > newestSeq);
      if (beyond !== undefined) throw new Error(`Seq ${beyond.seq} was not given yet; the newest is ${newestSeq}.`);
      for (const [block, ofBlock] of Map.groupBy(missing, ({ seq }) => blockOf(seq)))
        this.#texts.mergeTexts(block, ofBlock);
      const seqs = missing.map(({ seq }) => seq);
      this.#derived.rebuildSeqs(seqs, newestSeq);
      this.#texts.reload(newestSeq);
      this.#readExtent(state);
      return missing.length;
    });
  }

  continueSession(session: OpenSession): void {
    this.#inTransaction((state) => {
      this.#write.continueSession.run(session);
      state.session = session;
    });
  }

  mergeSpans(spans: Spans): void {
    this.#inTransaction(() => this.#spans.merge(spans));
  }

  removeExpired(limits: RetentionLimits): boolean {
    return this.#inTransaction((state) => {
      const more = this.#retention.removeExpired(limits);
      this.#readExtent(state);
      return more;
    });
  }

  vacuum(): boolean {
    try {
      return this.#retention.vacuum();
    } catch (cause) {
      throw storeError(cause, this.#database.name);
    }
  }

  pin(seqs: readonly number[], pinned: boolean): void {
    this.#inTransaction(() => {
      for (const seq of seqs) this.#write[pinned ? 'pin' : 'unpin'].run(seq);
    });
  }

  markSeen(ranges: readonly SeenRange[], seen: boolean): void {
    this.#inTransaction(({ extent }) => this.#seen.mark(ranges, seen, extent.newestSeq));
  }

  raiseBasis(): void {
    this.#inTransaction(() => this.#write.incrementMeta.run(CHANGES));
  }

  addActions(actions: readonly ActionEntry[]): void {
    this.#inTransaction(({ extent }) => this.#actions.add(actions, extent.newestSeq));
  }

  loadProjection(name: string, version: number): StoredProjection {
    return this.#inTransaction(() => this.#projectionRows.position(name, version));
  }

  commitProjection(commit: ProjectionCommit): boolean {
    return this.#inTransaction(() => this.#projectionRows.commit(commit));
  }

  close(): void {
    try {
      this.#database.pragma('optimize');
    } catch {
      // Speeds up the next run, but is not needed: a lock or a full disk must not fail the close.
    } finally {
      this.#database.close();
    }
  }

  /** Starts decoding everything stored so far, which another version decoded. */
  #startRedecoding(): void {
    this.#inTransaction((state) => {
      state.decoding = { version: this.#decoderVersion, cursor: 0, goal: state.extent.newestSeq };
      this.#write.setMeta.run('decoding', JSON.stringify(state.decoding));
    });
  }

  #skipTo(startAfter: number): void {
    this.#inTransaction((state) => {
      this.#chunks.sealThrough(startAfter);
      this.#write.incrementMeta.run(CHANGES);
      this.#readExtent(state);
      this.#texts.reload(state.extent.newestSeq);
    });
  }

  #rebuildBatch(first: number, last: number, { extent: { newestSeq } }: WriterState): RebuildBatch {
    return { first, last, newestSeq, until: performance.now() + this.#batchMs };
  }

  #readExtent(state: WriterState): void {
    state.extent = readExtent(this.#write, this.#texts.newestSeq());
  }

  #readState(): WriterState {
    const state = readWriterState(this.#write, this.#texts.newestSeq());
    this.#texts.reload(state.extent.newestSeq);
    this.#facets.reload();
    return state;
  }

  #currentState(): WriterState {
    try {
      return (this.#state ??= this.#readState());
    } catch (cause) {
      throw storeError(cause, this.#database.name);
    }
  }

  #inTransaction<Result>(work: (state: WriterState) => Result): Result {
    this.#texts.forget();
    try {
      return this.#database.transaction(() => work(this.#currentState())).immediate();
    } catch (cause) {
      this.#state = null;
      throw storeError(cause, this.#database.name);
    }
  }
}
