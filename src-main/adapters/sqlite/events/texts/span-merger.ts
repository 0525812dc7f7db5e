/**
 * Merges sessions and gaps of another database of the same lineage, each once and with its id if that is free. Sessions
 * that were open there end at their last event. At most one gap is open afterwards. Can be repeated, also with an older
 * copy. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { Gap, Session } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { preparing } from '../../prepared-statement.ts';

export interface Spans {
  readonly sessions: readonly Session[];
  readonly gaps: readonly Gap[];
}

const CRASHED = { reason: 'crashed', detail: null } as const;

export function createSpanMerger(database: Database) {
  const rows = spanStatements(database);

  function merge({ sessions, gaps }: Spans): void {
    const adopted = sessions.filter((session) =>
      mergeSession(session.to === null ? { ...session, ...CRASHED, to: session.lastEventAt } : session),
    );
    for (const gap of gaps) mergeGap(gap);
    // A session that was open there is followed by a gap that has no row.
    for (const { to, lastEventAt } of adopted)
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
  function mergeSession(session: Session): boolean {
    const known = rows.sameSession.get(session);
    if (known === undefined) {
      rows.insertSession.run({ ...session, id: freeId('session', session.id) });
      return true;
    }
    // An older copy knew less of it. An open session is known best here.
    if (known.to === null || known.lastEventAt >= session.lastEventAt) return false;
    rows.updateSession.run({ ...session, id: known.id });
    return true;
  }

  function mergeGap(gap: Gap): void {
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

function spanStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    session: prepare<[id: number], { id: number }>('SELECT id FROM session WHERE id = ?'),
    gap: prepare<[id: number], { id: number }>('SELECT id FROM gap WHERE id = ?'),
    /** A set clock may have moved the beginning of a session that continues here, but then the two overlap. */
    sameSession: prepare<[Session], { id: number; to: number | null; lastEventAt: number }>(
      `SELECT id, to_at AS "to", last_event_at AS lastEventAt FROM session
       WHERE from_at = :from OR (id = :id AND from_at <= :lastEventAt AND last_event_at >= :from)
       ORDER BY id <> :id LIMIT 1`,
    ),
    insertSession: prepare<[Omit<Session, 'id'> & { id: number | null }]>(
      `INSERT INTO session (id, from_at, last_event_at, to_at, length_ms, reason, detail, events)
       VALUES (:id, :from, :lastEventAt, :to, :lengthMs, :reason, :detail, :events)`,
    ),
    updateSession: prepare<[Session]>(
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
    insertGap: prepare<[Omit<Gap, 'id'> & { id: number | null }]>(
      `INSERT INTO gap (id, from_at, to_at, length_ms, reason, detail, after_seq)
       VALUES (:id, :from, :to, :lengthMs, :reason, :detail, :afterSeq)`,
    ),
    /** Finds the last event of a session without a gap. Scans back to it, once per repair. */
    lastEvent: prepare<[at: number], { seq: number }>(
      'SELECT seq FROM event WHERE received_at <= ? ORDER BY seq DESC LIMIT 1',
    ),
  };
}
