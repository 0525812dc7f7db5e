/**
 * Each session and gap of another database of the lineage is merged once and keeps its id if that is free. At most one
 * gap is open afterwards. Can be repeated, also with an older copy. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import { createHeldSpans } from '../rows/held-spans.ts';
import type { Gap, Session } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { preparing } from '../../prepared-statement.ts';

/** The columns of a session that are null outside a team. */
interface HeldColumns {
  readonly holder: string | null;
  readonly epoch: number | null;
  readonly logId: number | null;
  readonly openedAfter: number | null;
  readonly endedAfter: number | null;
  readonly isEndSent: number | null;
}
const NOT_HELD: HeldColumns = {
  holder: null,
  epoch: null,
  logId: null,
  openedAfter: null,
  endedAfter: null,
  isEndSent: null,
};

export type SavedSession = Omit<Session, 'holder' | 'epoch'> & Partial<HeldColumns>;
export type SavedGap = Omit<Gap, 'holder' | 'epoch'> & Partial<Pick<HeldColumns, 'holder'>>;

export interface Spans {
  readonly sessions: readonly SavedSession[];
  readonly gaps: readonly SavedGap[];
}

const CRASHED = { reason: 'crashed', detail: null } as const;

export function createSpanMerger(database: Database) {
  const rows = spanStatements(database);
  const held = createHeldSpans(database);

  /** @param isLog the log of a team has these spans, so it decides why a session ended */
  function merge({ sessions, gaps }: Spans, isLog = false): void {
    const adopted = sessions.filter((session) =>
      mergeSession(
        session.to === null && !isInLog(session) ? { ...session, ...CRASHED, to: session.lastEventAt } : session,
        isLog,
      ),
    );
    for (const gap of gaps) if ((gap.holder ?? null) === null) mergeGap(gap);
    if (adopted.some((session) => isHeld(session))) held.deriveGaps({ from: 0, to: null });
    // A session that was open there is followed by a gap that has no row.
    for (const { to, lastEventAt } of adopted.filter((session) => !isHeld(session)))
      if (to === null)
        mergeGap({
          id: Number.MAX_SAFE_INTEGER,
          from: lastEventAt,
          to,
          lengthMs: null,
          afterSeq: rows.lastEvent.get(lastEventAt)?.seq ?? 0,
          ...CRASHED,
        });
  }

  /** Returns false if the session exists and nothing new is known of it. */
  function mergeSession(saved: SavedSession, isLog: boolean): boolean {
    const session = { ...NOT_HELD, ...saved };
    const known = rows.sameSession.get(session);
    if (known === undefined) {
      rows.insertSession.run({ ...session, id: freeId('session', session.id) });
      return true;
    }
    // An older copy knew less of it. An open session is known best here.
    if (known.to === null || known.lastEventAt > session.lastEventAt) return false;
    if (known.lastEventAt === session.lastEventAt && !isLog) return false;
    rows.updateSession.run({ ...session, id: known.id });
    return true;
  }

  function mergeGap(gap: SavedGap): void {
    if (rows.sameGap.get(gap.from) !== undefined) return;
    const to = gap.to ?? rows.nextFrom.get({ from: gap.from })?.next ?? null;
    if (to === null && rows.openGap.get() !== undefined) return;
    if (to === gap.from && gap.to === null) return;
    const lengthMs = gap.lengthMs ?? (to === null ? null : to - gap.from);
    rows.insertGap.run({ ...gap, to, lengthMs, id: freeId('gap', gap.id) });
  }

  function freeId(table: 'session' | 'gap', id: number): number | null {
    return id === Number.MAX_SAFE_INTEGER || rows[table].get(id) !== undefined ? null : id;
  }

  return { merge };
}

function isHeld({ holder = null }: SavedSession): boolean {
  return holder !== null;
}

/** The log of the team ends such a session. */
function isInLog({ logId = null }: SavedSession): boolean {
  return logId !== null;
}

type SessionColumns = Omit<Session, 'holder' | 'epoch'> & HeldColumns;

function spanStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    session: prepare<[id: number], { id: number }>('SELECT id FROM session WHERE id = ?'),
    gap: prepare<[id: number], { id: number }>('SELECT id FROM gap WHERE id = ?'),
    /** A set clock may have moved the beginning of a session that continues here, but then the two overlap. */
    sameSession: prepare<[SessionColumns], { id: number; to: number | null; lastEventAt: number }>(
      `SELECT id, to_at AS "to", last_event_at AS lastEventAt FROM session
       WHERE log_id = :logId OR from_at = :from OR (id = :id AND from_at <= :lastEventAt AND last_event_at >= :from)
       ORDER BY log_id IS NOT :logId, id <> :id LIMIT 1`,
    ),
    insertSession: prepare<[Omit<SessionColumns, 'id'> & { id: number | null }]>(
      `INSERT INTO session (id, from_at, last_event_at, to_at, length_ms, reason, detail, events, holder, epoch, log_id,
         opened_after, ended_after, is_end_sent)
       VALUES (:id, :from, :lastEventAt, :to, :lengthMs, :reason, :detail, :events, :holder, :epoch, :logId, :openedAfter,
         :endedAfter, :isEndSent)`,
    ),
    updateSession: prepare<[SessionColumns]>(
      `UPDATE session SET from_at = :from, last_event_at = :lastEventAt, to_at = :to, length_ms = :lengthMs,
         reason = :reason, detail = :detail, events = :events
       WHERE id = :id`,
    ),
    sameGap: prepare<[from: number], { id: number }>('SELECT id FROM gap WHERE from_at = ?'),
    openGap: prepare<[], { id: number }>('SELECT id FROM gap WHERE to_at IS NULL'),
    nextFrom: prepare<[{ from: number }], { next: number | null }>(
      `SELECT min(from_at) AS next FROM (
         SELECT from_at FROM session WHERE from_at >= :from UNION ALL SELECT from_at FROM gap WHERE from_at > :from)`,
    ),
    insertGap: prepare<[Omit<SavedGap, 'id'> & { id: number | null }]>(
      `INSERT INTO gap (id, from_at, to_at, length_ms, reason, detail, after_seq)
       VALUES (:id, :from, :to, :lengthMs, :reason, :detail, :afterSeq)`,
    ),
    /** Finds the last event of a session without a gap. Scans back to it, once per repair. */
    lastEvent: prepare<[at: number], { seq: number }>(
      'SELECT seq FROM event WHERE received_at <= ? ORDER BY seq DESC LIMIT 1',
    ),
  };
}
