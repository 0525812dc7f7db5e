/** Writes what the log of a team brings: its events under its seqs, its actions at their places, and its position. */
import type { Extent } from '../../../../../src-shared/api/watch.ts';
import { AppError } from '../../../../../src-shared/api/errors.ts';
import type { ActionEntry } from '../../../../../src-shared/domain/cases/action.ts';
import type {
  Followed,
  HistoryPart,
  HistoryPlace,
  LateEvent,
  LateSession,
  LogApplied,
  LogBatch,
  LogProgress,
  Membership,
  OfferedEvents,
  PlacedEvent,
  Rewind,
  Unconfirmed,
} from '../../../../core/ports/team-store.ts';
import type { AppendMode, BatchWriter } from '../writing/batch-writer.ts';
import { CHANGES, LINEAGE } from '../rows/meta-rows.ts';
import type { WriterState } from '../writing/writer-state.ts';
import type { WriteStatements } from '../rows/write-statements.ts';
import type { createSpanMerger } from '../writing/span-merger.ts';
import type { TextStore } from '../writing/text-store.ts';
import type { ActionPlacer } from './action-placing.ts';
import type { HeldSpans } from '../rows/held-spans.ts';
import type { History } from './history.ts';
import type { LogMarks } from './log-marks.ts';
import type { LateEvents } from './late-events.ts';
import { isOffered, type Offers } from './offers.ts';
import { orderedThrough, type StoredLog, TEAM_LOG } from '../rows/log-state.ts';

/** Max bytes of received texts in one answer; a longer text is returned alone. */
const MAX_BATCH_BYTES = 2_097_152;

interface TeamWriterParts {
  readonly write: WriteStatements;
  readonly texts: TextStore;
  readonly batches: BatchWriter;
  readonly actionPlacer: ActionPlacer;
  readonly late: LateEvents;
  readonly offers: Offers;
  readonly heldSpans: HeldSpans;
  readonly marks: LogMarks;
  readonly history: History;
  readonly spanMerger: ReturnType<typeof createSpanMerger>;
  readonly inTransaction: <Result>(work: (state: WriterState) => Result) => Result;
  /** Stores events under seqs that are assigned and have no text. */
  readonly insertMissing: (events: readonly PlacedEvent[], state: WriterState) => void;
  readonly updateExtent: (state: WriterState) => void;
  readonly whileWithdrawing: <Result>(after: number, work: () => Result) => Result;
}

export function createTeamWriter(parts: TeamWriterParts) {
  const { write, texts, batches, actionPlacer, late, offers, heldSpans, marks, history, spanMerger, inTransaction } =
    parts;

  function storeLog(state: WriterState, log: StoredLog): void {
    state.log = log;
    write.setMeta.run(TEAM_LOG, JSON.stringify(log));
  }

  function startFollowing({ log, lineage, member }: Membership, state: WriterState): Followed {
    const own = write.meta.get(LINEAGE) ?? '';
    const { newestSeq } = state.extent;
    if (own !== lineage) {
      if (newestSeq > 0) return { kind: 'other-lineage', lineage: own };
      // Made before the member reached the log for the first time. Without events, no seq of this store is in them.
      actionPlacer.queueStored();
      write.setMeta.run(LINEAGE, lineage);
    }
    // A lineage never gives a seq twice, so the log has what is stored under it.
    const progress: LogProgress = { position: 0, at: 0, confirmedSeq: newestSeq, team: '' };
    const isNew = { isAlone: false, appliedSeq: newestSeq, rewoundSeq: 0, isPublishing: false };
    storeLog(state, { ...log, member, ...progress, ...isNew });
    marks.start(progress);
    if (state.session !== null) {
      heldSpans.claimOpenSession(member, newestSeq);
      state.session = { ...state.session, holder: member };
    }
    return { kind: 'follows', progress };
  }

  function applyLog(batch: LogBatch, how: AppendMode): LogApplied {
    const { after, progress, events, actions, sessions, history: part } = batch;
    return inTransaction((state) => {
      const { log } = state;
      if (log === null) throw new Error('This store follows no log.');
      if (progress.position <= log.position && batch.isBasePart !== true)
        return { extent: state.extent, domain: state.domain, stored: 0, withdrawn: 0 };
      if (after > log.position) throw new Error(`This store has read the log to ${log.position}, not to ${after}.`);
      const applied = orderedThrough(log, state.extent.newestSeq);
      const isContradicted = contradicts(events, log, state);
      const withdrawn = isContradicted ? withdrawTail(log.confirmedSeq, state) : 0;
      const stored = storeEvents(events, log, state, how, part !== undefined);
      heldSpans.apply(sessions, log.member);
      offers.keep(batch.offered);
      offers.remove(batch.doneOffers);
      if (batch.sentLate !== undefined) late.remove(batch.sentLate);
      const isEarlier = actionPlacer.place(actions, applied, part !== undefined);
      if (part !== undefined) spanMerger.merge(part.spans, true);
      if (part?.isLast === true) actionPlacer.queueCompared();
      if (isEarlier || part?.isLast === true) write.incrementMeta.run(CHANGES);
      const confirmedSeq = Math.max(log.confirmedSeq, progress.confirmedSeq);
      const appliedSeq = isEarlier || withdrawn > 0 ? 0 : applied;
      const rewoundSeq = isContradicted ? 0 : log.rewoundSeq;
      storeLog(state, { ...log, ...progress, confirmedSeq, isAlone: false, appliedSeq, rewoundSeq });
      // A base and a history have actions that are older than those of the marks.
      if (part !== undefined || batch.isBasePart === true) marks.removeAfter(0);
      else marks.keep({ ...progress, confirmedSeq });
      leaveSeqsOut(confirmedSeq, state);
      return { extent: state.extent, domain: state.domain, stored, withdrawn };
    });
  }

  /** The log keeps seqs for events from before the team, so the next event of this store is after them. */
  function leaveSeqsOut(confirmedSeq: number, state: WriterState): void {
    if (confirmedSeq <= state.extent.newestSeq) return;
    state.extent = { ...state.extent, newestSeq: confirmedSeq };
    texts.reload(confirmedSeq);
  }

  /** True if the unconfirmed events up to the last of these are not exactly these. */
  function contradicts(events: readonly PlacedEvent[], { confirmedSeq }: StoredLog, { extent }: WriterState): boolean {
    const last = Math.min(events.at(-1)?.seq ?? 0, extent.newestSeq);
    if (last <= confirmedSeq) return false;
    const own = write.eventSeqs.all(confirmedSeq + 1, last);
    const given = events.filter(({ seq }) => seq > confirmedSeq && seq <= last);
    return (
      own.length !== given.length ||
      given.some(({ seq, event }, index) => own[index]?.seq !== seq || !texts.hasSameEvent(seq, event))
    );
  }

  function withdrawTail(confirmedSeq: number, state: WriterState): number {
    const { newestSeq } = state.extent;
    if (newestSeq <= confirmedSeq) return 0;
    const withdrawn = parts.whileWithdrawing(confirmedSeq, () => late.withdrawAfter(confirmedSeq, newestSeq));
    parts.updateExtent(state);
    texts.reload(state.extent.newestSeq);
    write.incrementMeta.run(CHANGES);
    return withdrawn;
  }

  /** Returns the number of new events. `isHistory`: projections start again later, once instead of for each part. */
  function storeEvents(
    events: readonly PlacedEvent[],
    log: StoredLog,
    state: WriterState,
    how: AppendMode,
    isHistory: boolean,
  ): number {
    const { newestSeq } = state.extent;
    const missing = events.filter((placed) => placed.seq <= newestSeq && isMissing(placed, log));
    if (missing.length > 0) {
      parts.insertMissing(missing, state);
      if (!isHistory) write.incrementMeta.run(CHANGES);
    }
    const next = events.filter(({ seq }) => seq > newestSeq);
    if (next.length > 0) batches.appendPlaced(next, state, how);
    return missing.length + next.length;
  }

  /** @throws Error if another event is stored under the seq */
  function isMissing({ seq, event }: PlacedEvent, { id }: StoredLog): boolean {
    if (texts.hasSameEvent(seq, event)) return false;
    if (texts.entry(seq)?.isIntact === true) throw new Error(`Log ${id} and this store have different events ${seq}.`);
    return true;
  }

  /** Reads events as they were received. Leaves out those whose text is damaged. An offer is never divided. */
  function unconfirmedEvents(confirmedSeq: number, limit: number) {
    const placed = offers.placed();
    const found: PlacedEvent[] = [];
    let bytes = 0;
    let end = Number.POSITIVE_INFINITY;
    const maxRows = limit + 1 + Math.max(0, ...placed.map(({ count }) => count));
    const rows = write.eventSeqsAfter.all(confirmedSeq, maxRows);
    for (const { seq } of rows) {
      const entry = texts.entry(seq);
      bytes += entry?.all.length ?? 0;
      const isInside = isOffered({ seq }, placed) && !placed.some(({ first }) => first === seq);
      if (!isInside && (found.length >= limit || (bytes > MAX_BATCH_BYTES && found.length > 0))) {
        end = seq;
        break;
      }
      if (entry?.isIntact === true) found.push({ seq, event: entry.event() });
    }
    return {
      events: found.filter((event) => !isOffered(event, placed)),
      offers: placed
        .filter(({ first }) => first < end)
        .map((offer) => ({
          position: offer.position,
          first: offer.first,
          events: found.filter((event) => isOffered(event, [offer])).map(({ event }) => event),
        })),
      isComplete: end === Number.POSITIVE_INFINITY && rows.length < maxRows,
    };
  }

  function placeOffer({ position, events }: OfferedEvents, state: WriterState): number {
    const first = state.extent.newestSeq + 1;
    const kept = events.filter((event) => !batches.isRecent(event, state));
    const placed = kept.map((event, index) => ({ seq: first + index, event }));
    if (placed.length > 0) batches.appendPlaced(placed, state, 'appendAlone');
    offers.place({ position, first, count: placed.length });
    return placed.length;
  }

  return {
    follow(membership: Membership): Followed {
      return inTransaction((state) => {
        const { log } = state;
        if (log === null) return startFollowing(membership, state);
        const { id, created, position, at, confirmedSeq, team } = log;
        if (id !== membership.log.id || created !== membership.log.created)
          return { kind: 'other-log', log: { id, created } };
        if (log.member !== membership.member) {
          heldSpans.endCopied();
          state.session = null;
          storeLog(state, { ...log, member: membership.member });
        }
        return { kind: 'follows', progress: { position, at, confirmedSeq, team } };
      });
    },
    startAgain(through: number): void {
      inTransaction((state) => {
        const { log } = state;
        if (log === null) return;
        const confirmedSeq = Math.min(log.confirmedSeq, through);
        heldSpans.forgetLog(log.member, confirmedSeq);
        state.session = null;
        state.log = null;
        write.removeMeta.run(TEAM_LOG);
        withdrawTail(confirmedSeq, state);
        late.addOffered();
        actionPlacer.compareStored();
        write.incrementMeta.run(CHANGES);
      });
    },
    applyLog(batch: LogBatch): LogApplied {
      try {
        return applyLog(batch, 'append');
      } catch (refusal) {
        if (refusal instanceof AppError) throw refusal;
        return applyLog(batch, 'appendAlone');
      }
    },
    marks(): LogProgress[] {
      return marks.all();
    },
    rewind(to: Rewind): Extent {
      return inTransaction((state) => {
        const { log } = state;
        const mark = marks.all().find(({ position }) => position === to.position);
        if (log === null || mark === undefined) throw new Error(`This store has no mark at ${to.position}.`);
        const { action, sessionEvents, ...progress } = mark;
        late.add(offers.takeBack(to.position, to.offers));
        heldSpans.rewind(to, log.member, sessionEvents);
        actionPlacer.queueAfter(action);
        marks.removeAfter(to.position);
        const { confirmedSeq, appliedSeq, rewoundSeq } = log;
        storeLog(state, {
          ...log,
          ...progress,
          confirmedSeq: Math.min(confirmedSeq, mark.confirmedSeq),
          appliedSeq: Math.max(confirmedSeq, appliedSeq),
          rewoundSeq: Math.max(confirmedSeq, rewoundSeq),
        });
        return state.extent;
      });
    },
    unplacedActions(): ActionEntry[] {
      return actionPlacer.unplaced();
    },
    goOnAlone(): void {
      inTransaction((state) => {
        const { log, extent } = state;
        if (log === null || log.isAlone) return;
        actionPlacer.addUnplaced(extent.newestSeq);
        storeLog(state, { ...log, isAlone: true });
      });
    },
    replaceTail(): number {
      return inTransaction((state) => {
        const { log } = state;
        if (log === null) return 0;
        heldSpans.giveUpUnsent();
        const withdrawn = withdrawTail(Math.max(log.confirmedSeq, log.rewoundSeq), state);
        if (withdrawn > 0) storeLog(state, { ...log, appliedSeq: 0 });
        return withdrawn;
      });
    },
    unconfirmed(limit: number): Unconfirmed {
      return inTransaction(({ log, cursor }) => {
        if (log === null) return { events: [], offers: [], sessions: [], cursor: null };
        const { isComplete, ...events } = unconfirmedEvents(log.confirmedSeq, limit);
        const sessions = heldSpans.unsentSessions();
        return { ...events, sessions, cursor: isComplete ? (cursor?.id ?? '') : null };
      });
    },
    lateSessions(): LateSession[] {
      return inTransaction(({ log }) => (log === null ? [] : heldSpans.lateSessions(log.member)));
    },
    lateEvents(after: number, limit: number): LateEvent[] {
      return late.list(after, limit);
    },
    publishHistory(): void {
      inTransaction((state) => {
        if (state.log !== null) storeLog(state, { ...state.log, isPublishing: true });
      });
    },
    nextHistory(place: HistoryPlace, through: number, limit: number): HistoryPart | null {
      return inTransaction(({ log }) => (log?.isPublishing === true ? history.next(place, through, limit) : null));
    },
    placeOffers(): number {
      return inTransaction((state) => offers.unplaced().reduce((sum, offer) => sum + placeOffer(offer, state), 0));
    },
  };
}
