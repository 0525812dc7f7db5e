/**
 * Writes the sessions of all members of a team, as they are in the log, and derives the gaps from them: a gap is the time
 * in which no member had a session. Times and lengths are those of the log. Monotonic clocks of two computers are never
 * compared, so the length of a gap is that of the wall clocks. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { GapReason } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { assertNever } from '../../../../../src-shared/lib/assert-never.ts';
import type { LateSession, RestoredSession, SessionChange, UnsentSession } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';
import { FROM_BEFORE_LOG } from '../rows/statements.ts';

/** End of a session that is open. */
const OPEN = Number.MAX_SAFE_INTEGER;

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

  /** The session of this member is in the store already, measured by its own clock. */
  function open({ id, holder, epoch, openedAt }: Extract<SessionChange, { kind: 'opened' }>, member: string): void {
    const own = holder === member ? rows.unsentSession.get(holder, openedAt) : undefined;
    if (own !== undefined) rows.linkSession.run({ id: own.id, logId: id, epoch });
    else if (rows.bySession.get(id) === undefined) rows.insertSession.run({ logId: id, holder, epoch, openedAt });
    endOwnGap(openedAt);
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
    /**
     * Ends all open sessions, and makes those that the log has sessions from before it. Own sessions that a store may not
     * have completely, which has read the log up to this seq, are late.
     */
    forgetLog(member: string, through: number): void {
      rows.markUnsentLate.run({ member, through });
      rows.giveUp.run();
      rows.forgetLog.run();
      deriveGaps(0, OPEN);
    },
    /** Makes the open session of this store one of the team. */
    claimOpenSession: (member: string, newestSeq: number) => void rows.claimSession.run(member, newestSeq),
  };
}
export type HeldSpans = ReturnType<typeof createHeldSpans>;

interface Extent {
  readonly from: number;
  readonly to: number;
}

interface SpanRow extends Extent {
  readonly reason: GapReason | null;
  readonly detail: string | null;
  readonly holder: string | null;
  readonly epoch: number | null;
  readonly endedAfter: number | null;
}

interface UnsentRow {
  readonly logId: number | null;
  readonly from: number;
  readonly openedAfter: number | null;
  readonly to: number | null;
  readonly lengthMs: number;
  readonly reason: GapReason | null;
  readonly detail: string | null;
  readonly endedAfter: number | null;
}

interface NewGapRow {
  readonly id: number | null;
  readonly from: number;
  readonly to: number | null;
  readonly lengthMs: number | null;
  readonly reason: GapReason;
  readonly detail: string | null;
  readonly afterSeq: number;
  readonly holder: string;
  readonly epoch: number | null;
}

function heldStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    unsentSession: prepare<[holder: string, openedAt: number], { id: number }>(
      `SELECT id FROM session
       WHERE is_end_sent IS NULL AND opened_after IS NOT NULL AND log_id IS NULL AND holder = ? AND from_at = ?
       ORDER BY id LIMIT 1`,
    ),
    linkSession: prepare<[{ id: number; logId: number; epoch: number }]>(
      'UPDATE session SET log_id = :logId, epoch = :epoch WHERE id = :id',
    ),
    insertSession: prepare<[{ logId: number; holder: string; epoch: number; openedAt: number }]>(
      `INSERT INTO session (from_at, last_event_at, length_ms, events, holder, epoch, log_id)
       VALUES (:openedAt, :openedAt, 0, 0, :holder, :epoch, :logId)`,
    ),
    bySession: prepare<[logId: number], { from: number; to: number | null; elapsed: number | null }>(
      'SELECT from_at AS "from", to_at AS "to", from_elapsed AS elapsed FROM session WHERE log_id = ?',
    ),
    /** A session that this store measures has a time on the scale of its own clock. */
    continueSession: prepare<[{ id: number; lastEventAt: number; events: number }]>(
      `UPDATE session SET last_event_at = :lastEventAt, length_ms = max(0, :lastEventAt - from_at),
         events = events + :events
       WHERE log_id = :id AND to_at IS NULL AND from_elapsed IS NULL`,
    ),
    openSession: prepare<[logId: number], { from: number }>(
      'SELECT from_at AS "from" FROM session WHERE log_id = ? AND to_at IS NULL',
    ),
    updateOpen: prepare<[RestoredSession]>(
      `UPDATE session SET from_at = :openedAt, last_event_at = :lastEventAt, to_at = :endedAt, length_ms = :lengthMs,
         reason = :reason, detail = :detail, events = :events, ended_after = :afterSeq,
         is_end_sent = iif(:endedAt IS NULL, is_end_sent, 1)
       WHERE log_id = :id AND to_at IS NULL`,
    ),
    insertRestored: prepare<[RestoredSession]>(
      `INSERT OR IGNORE INTO session (from_at, last_event_at, to_at, length_ms, reason, detail, events, holder, epoch, log_id,
         ended_after, is_end_sent)
       SELECT :openedAt, :lastEventAt, :endedAt, :lengthMs, :reason, :detail, :events, :holder, :epoch, :id, :afterSeq,
         iif(:endedAt IS NULL, NULL, 1)
       WHERE NOT EXISTS (SELECT 1 FROM session WHERE log_id = :id AND is_end_sent = 2)`,
    ),
    endSession: prepare<
      [
        {
          id: number;
          from: number;
          endedAt: number;
          lengthMs: number;
          reason: GapReason;
          detail: string | null;
          afterSeq: number;
        },
      ]
    >(
      `UPDATE session SET from_at = :from, last_event_at = :endedAt, to_at = :endedAt, length_ms = :lengthMs,
         reason = :reason, detail = :detail, ended_after = :afterSeq, is_end_sent = 1
       WHERE log_id = :id`,
    ),
    markLate: prepare<[logId: number]>('UPDATE session SET is_end_sent = 2 WHERE log_id = ?'),
    markUnsentLate: prepare<[{ member: string; through: number }]>(
      `UPDATE session SET is_end_sent = 2
       WHERE log_id IS NOT NULL
         AND ((is_end_sent IS NULL AND opened_after IS NOT NULL) OR (holder = :member AND ended_after >= :through))`,
    ),
    lateSession: prepare<[openedAt: number], { id: number }>(
      'SELECT id FROM session WHERE (is_end_sent = 2 OR (is_end_sent = 1 AND log_id IS NULL)) AND from_at = ?',
    ),
    linkLate: prepare<[{ id: number; logId: number; epoch: number }]>(
      `UPDATE session SET log_id = ifnull(log_id, :logId), epoch = ifnull(epoch, :epoch), is_end_sent = 1 WHERE id = :id`,
    ),
    insertLate: prepare<
      [
        {
          logId: number;
          holder: string;
          epoch: number;
          afterSeq: number;
          openedAt: number;
          endedAt: number;
          lengthMs: number;
          reason: GapReason;
          detail: string | null;
        },
      ]
    >(
      `INSERT OR IGNORE INTO session (from_at, last_event_at, to_at, length_ms, reason, detail, events, holder, epoch, log_id,
         ended_after, is_end_sent)
       VALUES (:openedAt, :endedAt, :endedAt, :lengthMs, :reason, :detail, 0, :holder, :epoch, :logId, :afterSeq, 1)`,
    ),
    /** Finds a session that a log, which was made again, had up to some moment. */
    beforeLog: prepare<[holder: string, openedAt: number], { id: number }>(
      `SELECT id FROM session WHERE ${FROM_BEFORE_LOG} AND holder = ? AND from_at = ?`,
    ),
    extend: prepare<[Extract<SessionChange, { kind: 'late' }>]>(
      `UPDATE session SET last_event_at = :endedAt, to_at = :endedAt, length_ms = :lengthMs, reason = :reason, detail = :detail
       WHERE id = :id AND to_at <= :endedAt`,
    ),
    late: prepare<[], LateSession & { holder: string }>(
      `SELECT from_at AS openedAt, to_at AS endedAt, length_ms AS lengthMs, reason, detail, holder FROM session
       WHERE (is_end_sent = 2 OR (is_end_sent = 1 AND log_id IS NULL)) AND to_at IS NOT NULL ORDER BY id`,
    ),
    unsent: prepare<[], UnsentRow>(
      `SELECT log_id AS logId, from_at AS "from", opened_after AS openedAfter, to_at AS "to", length_ms AS lengthMs, reason,
         detail, ended_after AS endedAfter
       FROM session WHERE is_end_sent IS NULL AND opened_after IS NOT NULL AND (log_id IS NULL OR to_at IS NOT NULL)
       ORDER BY id`,
    ),
    forgetElapsed: prepare<[]>('UPDATE session SET from_elapsed = NULL WHERE to_at IS NULL'),
    unsentOpen: prepare<[], { from: number }>(
      'SELECT from_at AS "from" FROM session WHERE to_at IS NULL AND log_id IS NULL AND holder IS NOT NULL',
    ),
    endUnsent: prepare<[from: number]>(
      `UPDATE session SET to_at = last_event_at, reason = 'crashed'
       WHERE to_at IS NULL AND log_id IS NULL AND holder IS NOT NULL AND from_at = ?`,
    ),
    giveUp: prepare<[]>('UPDATE session SET is_end_sent = 1 WHERE is_end_sent IS NULL AND opened_after IS NOT NULL'),
    claimSession: prepare<[member: string, newestSeq: number]>(
      'UPDATE session SET holder = ?, opened_after = ? WHERE to_at IS NULL AND opened_after IS NULL AND log_id IS NULL',
    ),
    /** A late session stays one, and is offered to the next log. */
    forgetLog: prepare<[]>(
      `UPDATE session SET log_id = NULL, from_elapsed = NULL, to_at = ifnull(to_at, last_event_at),
         reason = iif(to_at IS NULL, 'crashed', reason), opened_after = iif(is_end_sent = 2, opened_after, NULL),
         is_end_sent = iif(is_end_sent = 2, 2, NULL)
       WHERE log_id IS NOT NULL OR (to_at IS NULL AND holder IS NOT NULL)`,
    ),
    anySession: prepare<[], { id: number }>('SELECT id FROM session WHERE holder IS NOT NULL LIMIT 1'),
    removeOwnGap: prepare<[at: number]>('DELETE FROM gap WHERE to_at IS NULL AND holder IS NULL AND from_at >= ?'),
    endOwnGap: prepare<[{ at: number }]>(
      `UPDATE gap SET to_at = :at, length_ms = :at - from_at, from_elapsed = NULL WHERE to_at IS NULL AND holder IS NULL`,
    ),
    gapsTouching: prepare<[{ from: number; to: number }], { id: number; from: number; to: number | null }>(
      `SELECT id, from_at AS "from", to_at AS "to" FROM gap WHERE holder IS NOT NULL AND to_at >= :from AND from_at <= :to
       UNION ALL
       SELECT id, from_at, to_at FROM gap WHERE holder IS NOT NULL AND to_at IS NULL AND from_at <= :to`,
    ),
    removeGap: prepare<[id: number]>('DELETE FROM gap WHERE id = ?'),
    /** Sessions of all members, and what this store measured itself before it was in the team. */
    spansTouching: prepare<[{ from: number; to: number }], SpanRow>(
      `SELECT from_at AS "from", to_at AS "to", reason, detail, holder, epoch, ended_after AS endedAfter
       FROM session WHERE last_event_at >= :from AND from_at <= :to AND to_at IS NOT NULL
       UNION ALL
       SELECT from_at, ${OPEN}, reason, detail, holder, epoch, ended_after
       FROM session WHERE to_at IS NULL AND from_at <= :to
       UNION ALL
       SELECT from_at, to_at, reason, detail, NULL, NULL, NULL
       FROM gap WHERE holder IS NULL AND from_at <= :to AND to_at >= :from
       ORDER BY 1, 2`,
    ),
    nextFrom: prepare<[{ at: number }], { from: number | null }>(
      'SELECT min(from_at) AS "from" FROM session WHERE last_event_at >= :at AND from_at > :at',
    ),
    insertGap: prepare<[NewGapRow]>(
      `INSERT INTO gap (id, from_at, to_at, length_ms, reason, detail, after_seq, holder, epoch)
       VALUES (:id, :from, :to, :lengthMs, :reason, :detail, :afterSeq, :holder, :epoch)`,
    ),
    lastEvent: prepare<[at: number], { seq: number }>(
      'SELECT seq FROM event WHERE received_at <= ? ORDER BY seq DESC LIMIT 1',
    ),
  };
}
