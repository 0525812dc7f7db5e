/** Writes a batch in one transaction. `guarded-writer.ts` chooses the database and replaces a damaged one. */
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
import { createSpanMerger, type Spans } from './writing/span-merger.ts';
import { createBatchWriter } from './writing/batch-writer.ts';
import { createChunkRowWriter } from './writing/chunk-row-writer.ts';
import { createCoverageRowWriter } from './writing/coverage-row-writer.ts';
import { type Decoder, CURRENT_DECODER } from './rows/decoder.ts';
import { createDerivedRowRebuilder, type RebuildBatch } from './writing/derived-row-rebuilder.ts';
import { createProofWriter } from './proof/proof-writer.ts';
import type { ReopenReason } from './proof/proof-state.ts';
import { createEventRowWriter } from './writing/event-row-writer.ts';
import { createFacetRowWriter } from './columns/facet-row-writer.ts';
import { createActionRowWriter } from './rows/action-rows.ts';
import { createActionPlacer } from './team/action-placing.ts';
import { createHeldSpans } from './rows/held-spans.ts';
import { createHistory } from './team/history.ts';
import { createLateEvents } from './team/late-events.ts';
import { createLogMarks } from './team/log-marks.ts';
import { createOffers } from './team/offers.ts';
import { createTeamWriter } from './team/team-writer.ts';
import { createProjectionRowWriter } from './rows/projection-row-writer.ts';
import { type WriterState, readExtent, readWriterState } from './writing/writer-state.ts';
import { blockOf, type SequencedEvent } from './texts/received-block.ts';
import { createRetention } from './writing/retention.ts';
import { parseStoredRequest, REQUEST, storedRequestText } from './files/stored-request.ts';
import type { SeenRange } from './rows/seen-ranges.ts';
import { createSeenRowWriter } from './rows/seen-row-writer.ts';
import { CHANGES } from './rows/meta-rows.ts';
import { storeError } from './store-error.ts';
import { TextStore } from './writing/text-store.ts';
import { type OpenSession, writeStatements } from './rows/write-statements.ts';

/** Time per batch of rebuilding rows; sealing their chunk takes some milliseconds more. */
const BATCH_MS = 6;

export interface StoreWriterOptions {
  /** Source of the events. A cursor belongs to one source. */
  readonly source: string;
  readonly decoder?: Decoder | undefined;
  /** Highest seq ever assigned in this lineage. If this database has fewer, the next seq starts a later chunk. */
  readonly startAfter?: number | undefined;
  readonly batchMs?: number | undefined;
}

export function createStoreWriter(database: Database, options: StoreWriterOptions) {
  let knownState: WriterState | null = null;
  let nextRederiveSeq: number | null = null;
  const { source, decoder = CURRENT_DECODER, startAfter = 0, batchMs = BATCH_MS } = options;
  const write = writeStatements(database);
  const texts = new TextStore(database);
  const facets = createFacetRowWriter(database);
  const chunks = createChunkRowWriter(database);
  const eventRows = createEventRowWriter(database, write, texts, facets, decoder);
  const derived = createDerivedRowRebuilder(write, texts, chunks, eventRows);
  const heldSpans = createHeldSpans(database);
  const coverage = createCoverageRowWriter(write, heldSpans);
  const spanMerger = createSpanMerger(database);
  const batches = createBatchWriter(write, texts, eventRows, chunks, coverage, source);
  const projectionRows = createProjectionRowWriter(write);
  const proof = createProofWriter(database);
  texts.onPacked = proof.addBlock;
  const retention = createRetention(database, texts, chunks, facets, proof);
  const seenRows = createSeenRowWriter(database);
  const actionRows = createActionRowWriter(database);
  const actionPlacer = createActionPlacer(database, actionRows);
  const offers = createOffers(database);
  const late = createLateEvents(database, texts, offers);
  const team = createTeamWriter({
    write,
    texts,
    batches,
    actionPlacer,
    late,
    offers,
    heldSpans,
    marks: createLogMarks(database),
    history: createHistory(database, texts),
    spanMerger,
    inTransaction,
    insertMissing,
    updateExtent,
    whileWithdrawing: proof.whileWithdrawing,
  });
  if (startAfter > newest()) skipTo(startAfter);
  if (currentState().decoding?.version !== decoder.version) startRedecoding();
  batches.loadRecentEvents(newest());

  function newest(): number {
    return currentState().extent.newestSeq;
  }

  /** Starts decoding everything stored so far, which another version decoded. */
  function startRedecoding(): void {
    inTransaction((state) => {
      state.decoding = { version: decoder.version, cursor: 0, goal: state.extent.newestSeq };
      write.setMeta.run('decoding', JSON.stringify(state.decoding));
    });
  }

  function skipTo(newestSeq: number): void {
    inTransaction((state) => {
      chunks.sealThrough(newestSeq);
      write.incrementMeta.run(CHANGES);
      updateExtent(state);
      texts.reload(state.extent.newestSeq);
    });
  }

  function rebuildBatch(first: number, last: number, { extent: { newestSeq } }: WriterState): RebuildBatch {
    return { first, last, newestSeq, until: performance.now() + batchMs };
  }

  function updateExtent(state: WriterState): void {
    state.extent = readExtent(write, Math.max(texts.newestSeq(), state.log?.confirmedSeq ?? 0));
  }

  /** @param events with seqs that are assigned and have no intact text */
  function insertMissing(events: readonly SequencedEvent[], state: WriterState, why: ReopenReason = 'team'): void {
    const { newestSeq } = state.extent;
    const blocks = Map.groupBy(events, ({ seq }) => blockOf(seq));
    proof.whileChanging([...blocks.keys()], why, () => {
      for (const [block, ofBlock] of blocks) texts.mergeTexts(block, ofBlock);
    });
    derived.rebuildSeqs(
      events.map(({ seq }) => seq),
      newestSeq,
    );
    texts.reload(newestSeq);
    updateExtent(state);
  }

  function readState(): WriterState {
    const state = readWriterState(write, texts.newestSeq());
    texts.reload(state.extent.newestSeq);
    facets.reload();
    return state;
  }

  function currentState(): WriterState {
    try {
      return (knownState ??= readState());
    } catch (cause) {
      throw storeError(cause, database.name);
    }
  }

  function inTransaction<Result>(work: (state: WriterState) => Result): Result {
    texts.forget();
    try {
      return database
        .transaction(() => {
          const state = currentState();
          const result = work(state);
          proof.reopenChangedSpans(state.log !== null);
          return result;
        })
        .immediate();
    } catch (cause) {
      knownState = null;
      proof.forgetChangedSpans();
      throw storeError(cause, database.name);
    }
  }

  return {
    get newestSeq(): number {
      return newest();
    },
    get storedEvents(): number {
      return currentState().extent.storedEvents;
    },
    get openSession(): OpenSession | null {
      return currentState().session;
    },
    /**
     * Writes a refused batch event by event; an event that cannot be stored as decoded is stored as received.
     * @throws AppError STORE_UNWRITABLE, STORE_DAMAGED: nothing of the batch is stored, and it can be appended again
     */
    append(batch: ReceivedBatch): AppendResult {
      try {
        return inTransaction((state) => batches.append(batch, state, 'append'));
      } catch (refusal) {
        if (refusal instanceof AppError) throw refusal;
        return inTransaction((state) => batches.append(batch, state, 'appendAlone'));
      }
    },
    resume(): Omit<ResumedStore, 'hadUncleanShutdown' | 'incident'> {
      return inTransaction((state) => {
        const { extent, cursor, decoding, domain, log } = state;
        coverage.resume(extent.newestSeq, log?.member ?? null);
        state.session = null;
        const ofThisSource = cursor?.source === source ? cursor.id : '';
        return {
          extent,
          lastEventId: ofThisSource === '' ? null : ofThisSource,
          lastEventAt: write.newestTime.get()?.receivedAt ?? null,
          requestedAt: parseStoredRequest(write.meta.get(REQUEST), source),
          domain,
          needsRedecode: decoding !== null && decoding.cursor < decoding.goal,
        };
      });
    },
    moveCursor(lastEventId: string): void {
      inTransaction((state) => batches.moveCursor(lastEventId, state));
    },
    noteRequest(at: number | null): void {
      inTransaction(() => {
        if (at === null) write.removeMeta.run(REQUEST);
        else write.setMeta.run(REQUEST, storedRequestText(at, source));
      });
    },
    endSession(sessionId: number, loss: StreamLoss, from?: Moment): void {
      inTransaction((state) => {
        if (state.session?.id !== sessionId) return;
        coverage.endSession(state.session, loss, state.extent.newestSeq, from);
        state.session = null;
      });
    },
    openGap(from: Moment, at: Moment, loss: StreamLoss): boolean {
      return inTransaction(({ extent, log }) =>
        coverage.openGap(from, at, loss, extent.newestSeq, log?.member ?? null),
      );
    },
    writeLabel(key: 'name' | 'profile', value: string): void {
      if (write.meta.get(key) === value) return;
      inTransaction(() => write.setMeta.run(key, value));
    },
    redecode(): boolean {
      return inTransaction((state) => {
        const { decoding } = state;
        if (decoding === null || decoding.cursor >= decoding.goal) return false;
        const cursor = derived.redecode(rebuildBatch(decoding.cursor + 1, decoding.goal, state));
        state.decoding = { ...decoding, cursor };
        write.setMeta.run('decoding', JSON.stringify(state.decoding));
        // Raised once at the end: with each batch, all derived data would be rebuilt again.
        if (cursor >= decoding.goal) write.incrementMeta.run(CHANGES);
        return cursor < decoding.goal;
      });
    },
    rederive(first: number, last: number): number | null {
      if (first !== nextRederiveSeq) knownState = null; // the state in memory may be outdated
      const end = Math.min(last, newest());
      if (first > end) return null;
      nextRederiveSeq = inTransaction((state) => {
        const reached = derived.rebuild(rebuildBatch(first, end, state));
        write.incrementMeta.run(CHANGES);
        updateExtent(state);
        return reached < end ? reached + 1 : null;
      });
      return nextRederiveSeq;
    },
    damagedTexts(first: number, last: number): number[] {
      texts.forget();
      const seqs = write.eventSeqs.all(first, last).map(({ seq }) => seq);
      return seqs.filter((seq) => texts.entry(seq)?.isIntact !== true);
    },
    /** Stores them if their text is missing or damaged here. Returns their number. */
    insertRecovered(events: readonly SequencedEvent[]): number {
      return inTransaction((state) => {
        const { newestSeq } = state.extent;
        const missing = events.filter(({ seq }) => texts.entry(seq)?.isIntact !== true);
        const beyond = missing.find(({ seq }) => seq > newestSeq);
        if (beyond !== undefined) throw new Error(`Seq ${beyond.seq} was not given yet; the newest is ${newestSeq}.`);
        insertMissing(missing, state, 'repair');
        return missing.length;
      });
    },
    continueSession(session: OpenSession): void {
      inTransaction((state) => {
        write.continueSession.run(session);
        state.session = session;
      });
    },
    mergeSpans(spans: Spans): void {
      inTransaction(() => spanMerger.merge(spans));
    },
    removeExpired(limits: RetentionLimits): boolean {
      return inTransaction((state) => {
        const more = retention.removeExpired(limits);
        updateExtent(state);
        return more;
      });
    },
    seal(at: number): boolean {
      return inTransaction(({ extent: { newestSeq }, log }) =>
        proof.seal(at, Math.min(newestSeq, log?.confirmedSeq ?? newestSeq), batchMs),
      );
    },
    vacuum(): boolean {
      try {
        return retention.vacuum();
      } catch (cause) {
        throw storeError(cause, database.name);
      }
    },
    pin(seqs: readonly number[], pinned: boolean): void {
      inTransaction(() => {
        for (const seq of seqs) write[pinned ? 'pin' : 'unpin'].run(seq);
      });
    },
    markSeen(ranges: readonly SeenRange[], seen: boolean): void {
      inTransaction(({ extent }) => seenRows.mark(ranges, seen, extent.newestSeq));
    },
    raiseBasis(): void {
      inTransaction(() => write.incrementMeta.run(CHANGES));
    },
    addActions(actions: readonly ActionEntry[]): void {
      inTransaction(({ extent, log }) => {
        if (log !== null) actionPlacer.queue(actions);
        if (log === null) actionRows.add(actions, extent.newestSeq);
        else if (log.isAlone) actionPlacer.addUnplaced(extent.newestSeq);
      });
    },
    ...team,
    loadProjection(name: string, version: number): StoredProjection {
      return inTransaction(() => projectionRows.position(name, version));
    },
    commitProjection(commit: ProjectionCommit): boolean {
      return inTransaction(() => projectionRows.commit(commit));
    },
    close(): void {
      try {
        database.pragma('optimize');
      } catch {
        // Speeds up the next run, but is not needed: a lock or a full disk must not fail the close.
      } finally {
        database.close();
      }
    },
  };
}
export type StoreWriter = ReturnType<typeof createStoreWriter>;
