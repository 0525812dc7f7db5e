import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../../../src-shared/api/watch.ts';
import type { GapReason } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { type EventColumns, INSERTED_EVENT } from './event-columns.ts';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';
import { projectionRecords } from './statements.ts';

/** The open session. `elapsed` is on the scale of this run; null if an earlier run wrote it. */
export interface OpenSession {
  readonly id: number;
  readonly from: number;
  readonly elapsed: number | null;
  readonly lastEventAt: number;
  readonly lengthMs: number;
  readonly events: number;
  /** This member, in a team. */
  readonly holder: string | null;
}

interface NewGap {
  readonly at: number;
  readonly elapsed: number | null;
  readonly reason: GapReason;
  readonly detail: string | null;
  readonly afterSeq: number;
}

interface OpenGap {
  readonly id: number;
  readonly from: number;
  readonly elapsed: number | null;
  readonly reason: GapReason;
  /** Null for a gap that this store measured itself. */
  readonly holder: string | null;
}

export type WriteStatements = ReturnType<typeof writeStatements>;

export function writeStatements(database: Database) {
  return {
    ...eventStatements(database),
    ...metaStatements(database),
    ...coverageStatements(database),
    ...projectionStatements(database),
  };
}

function eventStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    insertEvent: prepare<EventColumns>(`INSERT INTO ${INSERTED_EVENT}`),
    replaceEvent: prepare<EventColumns>(`INSERT OR REPLACE INTO ${INSERTED_EVENT}`),
    eventSeqs: prepare<[first: number, last: number], { seq: number }>(
      'SELECT seq FROM event WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ),
    eventSeqsAfter: prepare<[seq: number, limit: number], { seq: number }>(
      'SELECT seq FROM event WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
    removeEvent: prepare<[seq: number]>('DELETE FROM event WHERE seq = ?'),
    storedAfter: prepare<[seq: number], { stored: number }>('SELECT count(*) AS stored FROM event WHERE seq > ?'),
    newestTime: prepare<[], { receivedAt: number }>(
      'SELECT received_at AS receivedAt FROM event ORDER BY seq DESC LIMIT 1',
    ),
    /** Computed completely, so that no counter can differ from what it counts. 4096 is the size of a chunk. */
    extent: prepare<[], Extent>(
      `WITH sealed AS (SELECT ifnull(max(id) + 1, 0) * 4096 AS tail, ifnull(sum(events), 0) AS events FROM chunk)
       SELECT ifnull((SELECT min(seq) FROM event), 0) AS oldestSeq,
         max(tail - 1, 0, ifnull((SELECT max(seq) FROM event), 0)) AS newestSeq,
         events + (SELECT count(*) FROM event WHERE seq >= tail) AS storedEvents
       FROM sealed`,
    ),
    addRepeats: prepare<[seq: number, count: number]>(
      'INSERT INTO repeat (seq, count) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET count = count + excluded.count',
    ),
    pin: prepare<[seq: number]>('INSERT INTO pinned (seq) VALUES (?) ON CONFLICT (seq) DO NOTHING'),
    unpin: prepare<[seq: number]>('DELETE FROM pinned WHERE seq = ?'),
  };
}

function coverageStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    insertSession: prepare<[{ at: number; elapsed: number | null; holder: string | null; openedAfter: number | null }]>(
      `INSERT INTO session (from_at, from_elapsed, last_event_at, length_ms, events, holder, opened_after)
       VALUES (:at, :elapsed, :at, 0, 0, :holder, :openedAfter)`,
    ),
    /** Keeps the id of the other database. */
    continueSession: prepare<[OpenSession]>(
      `INSERT INTO session (id, from_at, from_elapsed, last_event_at, length_ms, events, holder)
       VALUES (:id, :from, :elapsed, :lastEventAt, :lengthMs, :events, :holder)`,
    ),
    openSession: prepare<[member: string], OpenSession>(
      `SELECT id, from_at AS "from", from_elapsed AS elapsed, last_event_at AS lastEventAt, length_ms AS lengthMs, events,
         holder
       FROM session WHERE to_at IS NULL AND ifnull(holder = ?, TRUE) ORDER BY id DESC LIMIT 1`,
    ),
    updateSession: prepare<[OpenSession]>(
      `UPDATE session SET from_at = :from, from_elapsed = :elapsed, last_event_at = :lastEventAt, length_ms = :lengthMs,
         events = :events
       WHERE id = :id`,
    ),
    endSession: prepare<[{ id: number; reason: GapReason; detail: string | null; endedAfter: number | null }]>(
      `UPDATE session SET to_at = last_event_at, reason = :reason, detail = :detail, ended_after = :endedAfter
       WHERE id = :id`,
    ),
    insertGap: prepare<[NewGap]>(
      `INSERT INTO gap (from_at, from_elapsed, reason, detail, after_seq)
       SELECT :at, :elapsed, :reason, :detail, :afterSeq
       WHERE NOT EXISTS (SELECT 1 FROM gap WHERE to_at IS NULL)`,
    ),
    openGap: prepare<[], OpenGap>(
      'SELECT id, from_at AS "from", from_elapsed AS elapsed, reason, holder FROM gap WHERE to_at IS NULL',
    ),
    updateGapStart: prepare<[{ id: number; from: number }]>('UPDATE gap SET from_at = :from WHERE id = :id'),
    closeGap: prepare<[{ id: number; from: number; to: number; lengthMs: number }]>(
      'UPDATE gap SET from_at = :from, to_at = :to, length_ms = :lengthMs WHERE id = :id',
    ),
    updateGapReason: prepare<[{ id: number; reason: GapReason; detail: string | null }]>(
      'UPDATE gap SET reason = :reason, detail = :detail WHERE id = :id',
    ),
    forgetElapsed: prepare<[]>('UPDATE gap SET from_elapsed = NULL WHERE to_at IS NULL'),
  };
}

function projectionStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    projection: prepare<[name: string], { version: number; seq: number }>(
      'SELECT version, seq FROM projection WHERE name = ?',
    ),
    setProjection: prepare<[name: string, version: number, seq: number]>(
      `INSERT INTO projection (name, version, seq) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, seq = excluded.seq`,
    ),
    projectionRecords: projectionRecords(database),
    putRecord: prepare<[projection: string, key: string, value: string]>(
      `INSERT INTO projection_record (projection, key, value) VALUES (?, ?, ?)
       ON CONFLICT (projection, key) DO UPDATE SET value = excluded.value`,
    ),
    removeRecord: prepare<[projection: string, key: string]>(
      'DELETE FROM projection_record WHERE projection = ? AND key = ?',
    ),
    removeRecords: prepare<[projection: string]>('DELETE FROM projection_record WHERE projection = ?'),
  };
}
