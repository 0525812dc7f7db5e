import type { Database } from 'better-sqlite3';
import type { GapReason } from '../../../../../src-shared/domain/coverage/coverage.ts';
import type { LateSession, RestoredSession, SessionChange } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';
import { FROM_BEFORE_LOG } from './statements.ts';

/** End of a session that is open. */
export const OPEN = Number.MAX_SAFE_INTEGER;

export interface SpanRow {
  readonly from: number;
  readonly to: number;
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

export interface NewGapRow {
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

export function heldStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    unsentSession: prepare<[holder: string, openedAt: number], { id: number }>(
      `SELECT id FROM session
       WHERE opened_after IS NOT NULL AND holder = ? AND from_at = ?
         AND ((is_end_sent IS NULL AND log_id IS NULL) OR (to_at IS NULL AND is_end_sent IS NOT NULL))
       ORDER BY id LIMIT 1`,
    ),
    linkSession: prepare<[{ id: number; logId: number; epoch: number }]>(
      'UPDATE session SET log_id = :logId, epoch = :epoch, opened_at = from_at, is_end_sent = NULL WHERE id = :id',
    ),
    /** Finds a session of which the log has lost the beginning. */
    lostSession: prepare<[holder: string, openedAt: number], { id: number }>(
      'SELECT id FROM session WHERE log_id IS NULL AND holder = ? AND opened_at = ? ORDER BY id DESC LIMIT 1',
    ),
    linkAgain: prepare<[{ id: number; logId: number; epoch: number }]>(
      'UPDATE session SET log_id = :logId, epoch = :epoch, is_end_sent = NULL WHERE id = :id',
    ),
    openLost: prepare<[{ id: number; logId: number; epoch: number }]>(
      `UPDATE session SET log_id = :logId, epoch = :epoch, from_at = opened_at, last_event_at = opened_at, to_at = NULL,
         length_ms = 0, reason = NULL, detail = NULL, events = 0
       WHERE id = :id`,
    ),
    firstAfter: prepare<[{ id: number; position: number }], { from: number | null }>(
      'SELECT min(from_at) AS "from" FROM session WHERE log_id > :position OR log_id = :id',
    ),
    /** A session that has ended is late. */
    unsendOwn: prepare<[{ member: string; position: number }]>(
      `UPDATE session SET log_id = NULL, epoch = NULL, is_end_sent = iif(to_at IS NULL, NULL, 1)
       WHERE log_id > :position AND holder = :member`,
    ),
    unsendEnd: prepare<[{ member: string; id: number }]>(
      'UPDATE session SET is_end_sent = NULL WHERE log_id = :id AND holder = :member AND opened_after IS NOT NULL',
    ),
    /** Makes them sessions from before the log, which continue as soon as the log has them. */
    cutOthers: prepare<[{ member: string; position: number }]>(
      `UPDATE session SET log_id = NULL, epoch = NULL, reason = iif(to_at IS NULL, 'crashed', reason),
         to_at = ifnull(to_at, last_event_at), opened_after = NULL, is_end_sent = NULL
       WHERE log_id > :position AND holder <> :member`,
    ),
    openAgain: prepare<[{ member: string; events: number; id: number; lastEventAt: number }]>(
      `UPDATE session SET from_at = ifnull(opened_at, from_at), last_event_at = :lastEventAt, to_at = NULL,
         length_ms = max(0, :lastEventAt - ifnull(opened_at, from_at)), reason = NULL, detail = NULL, events = :events,
         ended_after = NULL, is_end_sent = NULL
       WHERE log_id = :id AND holder <> :member`,
    ),
    insertSession: prepare<[{ logId: number; holder: string; epoch: number; openedAt: number }]>(
      `INSERT INTO session (from_at, last_event_at, length_ms, events, holder, epoch, log_id, opened_at)
       VALUES (:openedAt, :openedAt, 0, 0, :holder, :epoch, :logId, :openedAt)`,
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
         ended_after, is_end_sent, opened_at)
       SELECT :openedAt, :lastEventAt, :endedAt, :lengthMs, :reason, :detail, :events, :holder, :epoch, :id, :afterSeq,
         iif(:endedAt IS NULL, NULL, 1), :openedAt
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
    /**
     * A session that goes on although the log has ended it is opened again. Its length is that between its times, which
     * can differ by some ms from the elapsed time: so it begins at the same time in all stores.
     */
    unsent: prepare<[], UnsentRow>(
      `SELECT iif(is_end_sent IS NULL, log_id, NULL) AS logId, from_at AS "from", opened_after AS openedAfter,
         to_at AS "to", to_at - from_at AS lengthMs, reason, detail, ended_after AS endedAfter
       FROM session
       WHERE opened_after IS NOT NULL
         AND ((is_end_sent IS NULL AND (log_id IS NULL OR to_at IS NOT NULL)) OR (is_end_sent IS NOT NULL AND to_at IS NULL))
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
