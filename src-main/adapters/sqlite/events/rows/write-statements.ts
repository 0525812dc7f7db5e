import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../../../src-shared/api/watch.ts';
import type { GapReason } from '../../../../../src-shared/domain/coverage/coverage.ts';
import type { ProjectionRecord } from '../../../../core/ports/event-store.ts';
import type { PackedValue } from '../texts/packed-values.ts';
import { prepareStatement } from '../../prepared-statement.ts';

/** Values of a decoded event in the order of `insertEvent`. Bound by position, which takes two thirds of the time. */
export type EventColumns = [
  seq: number,
  receivedAt: number,
  facet: number,
  createdAt: number | null,
  createdText: string | null,
  id: PackedValue,
  eid: PackedValue,
  iccid: PackedValue,
  requestId: PackedValue,
  resourceCount: number | null,
  failedCount: number | null,
  marks: string | null,
];

/** The open session. `elapsed` is on the scale of this run; null if an earlier run wrote it. */
export interface OpenSession {
  readonly id: number;
  readonly from: number;
  readonly elapsed: number | null;
  readonly lastEventAt: number;
  readonly lengthMs: number;
  readonly events: number;
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
}

export type WriteStatements = ReturnType<typeof writeStatements>;

export function writeStatements(database: Database) {
  return { ...eventStatements(database), ...coverageStatements(database), ...projectionStatements(database) };
}

const EVENT_VALUES = `event (seq, received_at, facet, created_at, created_text, upstream_id, eid, iccid, request_id,
  resource_count, failed_count, marks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function eventStatements(database: Database) {
  return {
    insertEvent: prepareStatement<EventColumns>(database, `INSERT INTO ${EVENT_VALUES}`),
    replaceEvent: prepareStatement<EventColumns>(database, `INSERT OR REPLACE INTO ${EVENT_VALUES}`),
    eventSeqs: prepareStatement<[first: number, last: number], { seq: number }>(
      database,
      'SELECT seq FROM event WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ),
    removeEvent: prepareStatement<[seq: number]>(database, 'DELETE FROM event WHERE seq = ?'),
    storedAfter: prepareStatement<[seq: number], { stored: number }>(
      database,
      'SELECT count(*) AS stored FROM event WHERE seq > ?',
    ),
    newestTime: prepareStatement<[], { receivedAt: number }>(
      database,
      'SELECT received_at AS receivedAt FROM event ORDER BY seq DESC LIMIT 1',
    ),
    /** Computed completely, so that no counter can differ from what it counts. 4096 is the size of a chunk. */
    extent: prepareStatement<[], Extent>(
      database,
      `WITH sealed AS (SELECT ifnull(max(id) + 1, 0) * 4096 AS tail, ifnull(sum(events), 0) AS events FROM chunk)
       SELECT ifnull((SELECT min(seq) FROM event), 0) AS oldestSeq,
         max(tail - 1, 0, ifnull((SELECT max(seq) FROM event), 0)) AS newestSeq,
         events + (SELECT count(*) FROM event WHERE seq >= tail) AS storedEvents
       FROM sealed`,
    ),
    addRepeats: prepareStatement<[seq: number, count: number]>(
      database,
      'INSERT INTO repeat (seq, count) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET count = count + excluded.count',
    ),
    pin: prepareStatement<[seq: number]>(database, 'INSERT INTO pinned (seq) VALUES (?) ON CONFLICT (seq) DO NOTHING'),
    unpin: prepareStatement<[seq: number]>(database, 'DELETE FROM pinned WHERE seq = ?'),
    meta: prepareStatement<[key: string], { value: string }>(database, 'SELECT value FROM meta WHERE key = ?'),
    setMeta: prepareStatement<[key: string, value: string]>(
      database,
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
    removeMeta: prepareStatement<[key: string]>(database, 'DELETE FROM meta WHERE key = ?'),
  };
}

function coverageStatements(database: Database) {
  return {
    insertSession: prepareStatement<[{ at: number; elapsed: number | null }]>(
      database,
      `INSERT INTO session (from_at, from_elapsed, last_event_at, length_ms, events)
       VALUES (:at, :elapsed, :at, 0, 0)`,
    ),
    /** Keeps the id of the other database. */
    continueSession: prepareStatement<[OpenSession]>(
      database,
      `INSERT INTO session (id, from_at, from_elapsed, last_event_at, length_ms, events)
       VALUES (:id, :from, :elapsed, :lastEventAt, :lengthMs, :events)`,
    ),
    openSession: prepareStatement<[], OpenSession>(
      database,
      `SELECT id, from_at AS "from", from_elapsed AS elapsed, last_event_at AS lastEventAt, length_ms AS lengthMs, events
       FROM session WHERE to_at IS NULL ORDER BY id DESC LIMIT 1`,
    ),
    updateSession: prepareStatement<[OpenSession]>(
      database,
      `UPDATE session SET from_at = :from, from_elapsed = :elapsed, last_event_at = :lastEventAt, length_ms = :lengthMs,
         events = :events
       WHERE id = :id`,
    ),
    endSession: prepareStatement<[{ id: number; reason: GapReason; detail: string | null }]>(
      database,
      'UPDATE session SET to_at = last_event_at, reason = :reason, detail = :detail WHERE id = :id',
    ),
    insertGap: prepareStatement<[NewGap]>(
      database,
      `INSERT INTO gap (from_at, from_elapsed, reason, detail, after_seq)
       SELECT :at, :elapsed, :reason, :detail, :afterSeq
       WHERE NOT EXISTS (SELECT 1 FROM gap WHERE to_at IS NULL)`,
    ),
    openGap: prepareStatement<[], OpenGap>(
      database,
      'SELECT id, from_at AS "from", from_elapsed AS elapsed, reason FROM gap WHERE to_at IS NULL',
    ),
    updateGapStart: prepareStatement<[{ id: number; from: number }]>(
      database,
      'UPDATE gap SET from_at = :from WHERE id = :id',
    ),
    closeGap: prepareStatement<[{ id: number; from: number; to: number; lengthMs: number }]>(
      database,
      'UPDATE gap SET from_at = :from, to_at = :to, length_ms = :lengthMs WHERE id = :id',
    ),
    updateGapReason: prepareStatement<[{ id: number; reason: GapReason; detail: string | null }]>(
      database,
      'UPDATE gap SET reason = :reason, detail = :detail WHERE id = :id',
    ),
    forgetElapsed: prepareStatement<[]>(database, 'UPDATE gap SET from_elapsed = NULL WHERE to_at IS NULL'),
  };
}

function projectionStatements(database: Database) {
  return {
    projection: prepareStatement<[name: string], { version: number; seq: number }>(
      database,
      'SELECT version, seq FROM follower WHERE name = ?',
    ),
    setProjection: prepareStatement<[name: string, version: number, seq: number]>(
      database,
      `INSERT INTO follower (name, version, seq) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, seq = excluded.seq`,
    ),
    projectionRecords: prepareStatement<[follower: string], ProjectionRecord>(
      database,
      'SELECT key, value FROM follower_record WHERE follower = ? ORDER BY key',
    ),
    putRecord: prepareStatement<[follower: string, key: string, value: string]>(
      database,
      `INSERT INTO follower_record (follower, key, value) VALUES (?, ?, ?)
       ON CONFLICT (follower, key) DO UPDATE SET value = excluded.value`,
    ),
    removeRecord: prepareStatement<[follower: string, key: string]>(
      database,
      'DELETE FROM follower_record WHERE follower = ? AND key = ?',
    ),
    removeRecords: prepareStatement<[follower: string]>(database, 'DELETE FROM follower_record WHERE follower = ?'),
  };
}
