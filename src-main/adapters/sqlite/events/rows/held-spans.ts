/**
 * Writes the sessions of a team and derives its gaps. Monotonic clocks of two computers are never compared, so the
 * length of a gap is that of the wall clocks. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import { assertNever } from '../../../../../src-shared/lib/assert-never.ts';
import type { LateSession, Rewind, SessionChange, UnsentSession } from '../../../../core/ports/team-store.ts';
import { heldStatements, type NewGapRow, OPEN, type SpanRow } from './held-statements.ts';

export function createHeldSpans(database: Database) {
  const rows = heldStatements(database);

  function apply(changes: readonly SessionChange[], member: string): void {
    const before = new Map<number, Extent | undefined>();
    for (const change of changes) {
      const changesExtent = change.kind === 'opened' || change.kind === 'ended';
      if (changesExtent && !before.has(change.id)) before.set(change.id, extentOf(change.id));
      applyChange(change, member);
    }
    // Once for each session: one that came late opens and ends in the same batch.
    for (const [id, old] of before) {
      const extents = [old, extentOf(id)].filter((extent) => extent !== undefined);
      if (extents.length > 0)
        deriveGaps(Math.min(...extents.map(({ from }) => from)), Math.max(...extents.map(({ to }) => to)));
    }
  }

  function applyChange(change: SessionChange, member: string): void {
    switch (change.kind) {
      case 'opened':
        open(change, member);
        break;
      case 'continued':
        rows.continueSession.run(change);
        break;
      case 'ended':
        end(change);
        break;
      case 'late':
        addLate(change, member);
        break;
      case 'restored':
        restore(change, member);
        break;
      default:
        assertNever(change);
    }
  }

  function extentOf(id: number): Extent | undefined {
    const session = rows.bySession.get(id);
    return session === undefined ? undefined : { from: session.from, to: session.to ?? OPEN };
  }

  /**
   * The session of this member is in the store already, measured by its own clock. That of another member means that it
   * has the seat, even if its take was read again after the log lost its end.
   */
  function open({ id, holder, epoch, openedAt }: Extract<SessionChange, { kind: 'opened' }>, member: string): void {
    const own = holder === member ? rows.unsentSession.get(holder, openedAt) : undefined;
    const lost = rows.lostSession.get(holder, openedAt);
    if (own !== undefined) rows.linkSession.run({ id: own.id, logId: id, epoch });
    else if (lost !== undefined)
      (holder === member ? rows.linkAgain : rows.openLost).run({ id: lost.id, logId: id, epoch });
    else if (rows.bySession.get(id) === undefined) rows.insertSession.run({ logId: id, holder, epoch, openedAt });
    endOwnGap(openedAt);
    if (holder !== member) rows.giveUp.run();
  }

  /** A session of this member may have gone on while the log was not reached. It is late then. */
  function end(change: Extract<SessionChange, { kind: 'ended' }>): void {
    const session = rows.bySession.get(change.id);
    if (session === undefined) return;
    const wentOn = session.elapsed !== null && (session.to ?? OPEN) > change.endedAt;
    if (wentOn) rows.markLate.run(change.id);
    else rows.endSession.run({ ...change, from: change.endedAt - change.lengthMs });
  }

  function addLate(change: Extract<SessionChange, { kind: 'late' }>, member: string): void {
    const { id: logId, holder, epoch, openedAt, endedAt } = change;
    const own = holder === member ? rows.lateSession.get(openedAt) : undefined;
    const known = own ?? rows.beforeLog.get(holder, openedAt);
    if (known !== undefined) rows.extend.run({ ...change, id: known.id });
    if (own !== undefined) rows.linkLate.run({ id: own.id, logId, epoch });
    else if (known === undefined) rows.insertLate.run({ ...change, logId });
    endOwnGap(openedAt);
    deriveGaps(openedAt, endedAt);
  }

  /** May be applied again, after a restart. Keeps what this store measured itself before the team. */
  function restore(session: Extract<SessionChange, { kind: 'restored' }>, member: string): void {
    const { id, holder, epoch, openedAt } = session;
    const before = rows.openSession.get(id);
    const own = holder === member ? rows.unsentSession.get(holder, openedAt) : undefined;
    if (own !== undefined) rows.linkSession.run({ id: own.id, logId: id, epoch });
    if (rows.updateOpen.run(session).changes === 0) rows.insertRestored.run(session);
    endOwnGap(openedAt);
    const to = session.endedAt ?? OPEN;
    deriveGaps(Math.min(openedAt, before?.from ?? openedAt), before === undefined ? to : OPEN);
  }

  /** Ends the gap that this store measured itself before the first session of the team. */
  function endOwnGap(at: number): void {
    rows.removeOwnGap.run(at);
    rows.endOwnGap.run({ at });
  }

  /** Derives the gaps again that touch this span. A gap that keeps its beginning keeps its id. */
  function deriveGaps(from: number, to: number): void {
    const before = rows.gapsTouching.all({ from, to });
    const first = Math.min(from, ...before.map((gap) => gap.from));
    const last = Math.max(to, ...before.map((gap) => gap.to ?? OPEN));
    const ids = new Map(before.map((gap) => [gap.from, gap.id]));
    for (const { id } of before) rows.removeGap.run(id);
    const gaps: NewGapRow[] = [];
    const addGap = (ended: SpanRow, next: number | null): void => {
      const gap = gapAfter(ended, next, ids.get(ended.to) ?? null);
      if (gap !== null) gaps.push(gap);
    };
    let ended: SpanRow | null = null;
    for (const span of rows.spansTouching.all({ from: first, to: last })) {
      if (ended !== null && span.from > ended.to) addGap(ended, span.from);
      if (ended === null || span.to >= ended.to) ended = span;
    }
    // A later gap does not touch the span, so it is still there.
    if (ended !== null && ended.to <= to && ended.to !== OPEN)
      addGap(ended, rows.nextFrom.get({ at: ended.to })?.from ?? null);
    // Kept ids first: a new gap gets the next free one.
    for (const gap of gaps) if (gap.id !== null) rows.insertGap.run(gap);
    for (const gap of gaps) if (gap.id === null) rows.insertGap.run(gap);
  }

  /** Returns null after a session outside the team, because that gap has a row of its own. */
  function gapAfter({ to: from, ...ended }: SpanRow, to: number | null, id: number | null): NewGapRow | null {
    const { holder, epoch, reason, detail } = ended;
    if (holder === null) return null;
    const afterSeq = ended.endedAfter ?? rows.lastEvent.get(from)?.seq ?? 0;
    const lengthMs = to === null ? null : to - from;
    return { id, from, to, lengthMs, reason: reason ?? 'crashed', detail, afterSeq, holder, epoch };
  }

  function unsentSessions(): UnsentSession[] {
    return rows.unsent.all().map(({ logId, from, openedAfter, to, lengthMs, reason, detail, endedAfter }) => ({
      opened: logId === null ? { at: from, afterSeq: openedAfter ?? 0 } : null,
      ended:
        to === null ? null : { endedAt: to, lengthMs, reason: reason ?? 'crashed', detail, afterSeq: endedAfter ?? 0 },
    }));
  }

  return {
    apply,
    /** Call when a session of this member opened or ended, with what it covered before or covers now. */
    deriveGaps: ({ from, to }: { from: number; to: number | null }) => deriveGaps(from, to ?? OPEN),
    unsentSessions,
    /** A copied store has those of another member, which that member sends. */
    lateSessions: (member: string): LateSession[] =>
      rows.late.all().flatMap(({ holder, ...session }) => (holder === member ? [session] : [])),
    /** The log will not get the sessions that it does not have yet: another member holds the seat. */
    giveUpUnsent: () => void rows.giveUp.run(),
    /** True if a member of a team had a session. Gaps are then derived. */
    hasSessions: () => rows.anySession.get() !== undefined,
    /** Ends what a copied store measured on another computer. */
    endCopied(): void {
      rows.giveUp.run();
      rows.forgetElapsed.run();
      for (const { from } of rows.unsentOpen.all()) {
        rows.endUnsent.run(from);
        deriveGaps(from, OPEN);
      }
    },
    /** Ends all open sessions. Own ones that a store with the log up to `through` may lack in part are late. */
    forgetLog(member: string, through: number): void {
      rows.markUnsentLate.run({ member, through });
      rows.giveUp.run();
      rows.forgetLog.run();
      deriveGaps(0, OPEN);
    },
    /**
     * Forgets what the log had after a position. Own sessions after it are unsent or late. Others end at their last
     * event until the log has them again. `events` of the session that is open in the log, at that position.
     */
    rewind({ position, session }: Rewind, member: string, events: number): void {
      const id = session?.id ?? 0;
      const from = rows.firstAfter.get({ id, position })?.from ?? null;
      rows.unsendOwn.run({ member, position });
      rows.unsendEnd.run({ member, id });
      rows.cutOthers.run({ member, position });
      if (session !== null) rows.openAgain.run({ member, events, ...session });
      if (from !== null) deriveGaps(from, OPEN);
    },
    claimOpenSession: (member: string, newestSeq: number) => void rows.claimSession.run(member, newestSeq),
  };
}
export type HeldSpans = ReturnType<typeof createHeldSpans>;

interface Extent {
  readonly from: number;
  readonly to: number;
}
