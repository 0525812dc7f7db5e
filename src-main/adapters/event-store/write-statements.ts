/** What the writing connection does, prepared once. Columns are named, values are bound. */
import type { Database } from 'better-sqlite3';
import type { GapReason } from '../../../src-shared/domain/coverage.ts';
import type { FollowerRecord } from '../../core/ports/event-store.ts';
import { type FacetValues, prepared } from './statements.ts';

/** In the order of `insertEvent`: bound by place, which takes two thirds of the time that binding by name takes. */
type NewEvent = [seq: number, receivedAt: number, session: number, digest: string | null, ...DecodedColumns];

/** What a decoder made of an event, and a later one may make anew. */
export type DecodedColumns = [
  facet: number,
  id: string | null,
  createdAt: number | null,
  createdDateTime: string | null,
  eid: string | null,
  iccid: string | null,
  requestId: string | null,
  errorCodes: string | null,
  resourceCount: number | null,
  failedCount: number | null,
  marks: string | null,
];

type NewPayload = [
  seq: number,
  raw: string,
  oversizeBytes: number | null,
  sha256: string | null,
  wholeKind: string | null,
  wholeId: string | null,
];

/** What a stored event was made of. */
export interface StoredText {
  readonly seq: number;
  readonly facet: number;
  readonly kind: string;
  readonly id: string | null;
  readonly receivedAt: number;
  readonly raw: string;
  readonly oversizeBytes: number | null;
  readonly sha256: string | null;
  readonly wholeKind: string | null;
  readonly wholeId: string | null;
}

/** `elapsed`: of this run alone, `null` where an earlier one wrote it. */
interface SessionTimes {
  readonly id: number;
  readonly from: number;
  readonly elapsed: number | null;
  readonly lastEventAt: number;
  readonly to: number | null;
  readonly lengthMs: number;
}

interface GapTimes {
  readonly id: number;
  readonly from: number;
  readonly elapsed: number | null;
  readonly reason: GapReason;
}

export type WriteStatements = ReturnType<typeof writeStatements>;

export function writeStatements(database: Database) {
  return { ...eventStatements(database), ...coverageStatements(database), ...followerStatements(database) };
}

function eventStatements(database: Database) {
  return {
    insertEvent: prepared<NewEvent>(
      database,
      `INSERT INTO event (seq, received_at, session, digest, facet, upstream_id, created_at, created_text, eid, iccid,
         request_id, error_codes, resource_count, failed_count, marks, repeats)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ),
    updateEvent: prepared<[...DecodedColumns, seq: number]>(
      database,
      `UPDATE event SET facet = ?, upstream_id = ?, created_at = ?, created_text = ?, eid = ?, iccid = ?,
         request_id = ?, error_codes = ?, resource_count = ?, failed_count = ?, marks = ?
       WHERE seq = ?`,
    ),
    insertPayload: prepared<NewPayload>(
      database,
      `INSERT INTO payload (seq, raw, oversize_bytes, oversize_sha256, whole_kind, whole_id)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    countRepeat: prepared<[seq: number]>(database, 'UPDATE event SET repeats = repeats + 1 WHERE seq = ?'),
    recentDigests: prepared<[{ newest: number; limit: number }], { seq: number; digest: string | null }>(
      database,
      'SELECT seq, digest FROM event WHERE seq <= :newest ORDER BY seq DESC LIMIT :limit',
    ),
    nextStored: prepared<[{ after: number; to: number }], StoredText>(
      database,
      `SELECT event.seq, event.facet, event.received_at AS receivedAt, event.upstream_id AS id, facet.kind, payload.raw,
         payload.oversize_bytes AS oversizeBytes, payload.oversize_sha256 AS sha256,
         payload.whole_kind AS wholeKind, payload.whole_id AS wholeId
       FROM event JOIN facet ON facet.id = event.facet JOIN payload ON payload.seq = event.seq
       WHERE event.seq > :after AND event.seq <= :to ORDER BY event.seq LIMIT 1`,
    ),
    noteTimes: prepared<[stretch: number, earliest: number, latest: number]>(
      database,
      `INSERT INTO stretch (id, earliest, latest) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest)`,
    ),
    facetId: prepared<[FacetValues], { id: number }>(
      database,
      `SELECT id FROM facet WHERE kind = :kind AND operation IS :operation AND state IS :state
         AND outcome IS :outcome AND error_code IS :errorCode AND country_code IS :countryCode
         AND principal IS :principal`,
    ),
    insertFacet: prepared<[FacetValues]>(
      database,
      `INSERT INTO facet (kind, operation, state, outcome, error_code, country_code, principal, count)
       VALUES (:kind, :operation, :state, :outcome, :errorCode, :countryCode, :principal, 0)`,
    ),
    addToFacet: prepared<[count: number, id: number]>(database, 'UPDATE facet SET count = count + ? WHERE id = ?'),
    setMeta: prepared<[key: string, value: string]>(
      database,
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
    removeMeta: prepared<[key: string]>(database, 'DELETE FROM meta WHERE key = ?'),
  };
}

function coverageStatements(database: Database) {
  return {
    insertSession: prepared<[{ at: number; elapsed: number }]>(
      database,
      `INSERT INTO session (from_at, from_elapsed, last_event_at, length_ms, events)
       VALUES (:at, :elapsed, :at, 0, 0)`,
    ),
    sessionTimes: prepared<[id: number], SessionTimes>(
      database,
      `SELECT id, from_at AS "from", from_elapsed AS elapsed, last_event_at AS lastEventAt, to_at AS "to",
         length_ms AS lengthMs
       FROM session WHERE id = ?`,
    ),
    addToSession: prepared<[{ id: number; from: number; lastEventAt: number; lengthMs: number; stored: number }]>(
      database,
      `UPDATE session SET from_at = :from, last_event_at = :lastEventAt, length_ms = :lengthMs,
         events = events + :stored
       WHERE id = :id`,
    ),
    endSession: prepared<[{ id: number; reason: GapReason; detail: string | null }]>(
      database,
      'UPDATE session SET to_at = last_event_at, reason = :reason, detail = :detail WHERE id = :id',
    ),
    openSessions: prepared<[], { id: number }>(database, 'SELECT id FROM session WHERE to_at IS NULL ORDER BY id'),
    insertGap: prepared<[{ at: number; elapsed: number | null; reason: GapReason; detail: string | null }]>(
      database,
      `INSERT INTO gap (from_at, from_elapsed, reason, detail) SELECT :at, :elapsed, :reason, :detail
       WHERE NOT EXISTS (SELECT 1 FROM gap WHERE to_at IS NULL)`,
    ),
    openGap: prepared<[], GapTimes>(
      database,
      'SELECT id, from_at AS "from", from_elapsed AS elapsed, reason FROM gap WHERE to_at IS NULL',
    ),
    anchorGap: prepared<[{ id: number; from: number }]>(database, 'UPDATE gap SET from_at = :from WHERE id = :id'),
    closeGap: prepared<[{ id: number; from: number; to: number; lengthMs: number }]>(
      database,
      'UPDATE gap SET from_at = :from, to_at = :to, length_ms = :lengthMs WHERE id = :id',
    ),
    renameGap: prepared<[{ id: number; reason: GapReason; detail: string | null }]>(
      database,
      'UPDATE gap SET reason = :reason, detail = :detail WHERE id = :id',
    ),
    forgetElapsed: prepared<[]>(database, 'UPDATE gap SET from_elapsed = NULL WHERE to_at IS NULL'),
  };
}

function followerStatements(database: Database) {
  return {
    follower: prepared<[name: string], { version: number; seq: number }>(
      database,
      'SELECT version, seq FROM follower WHERE name = ?',
    ),
    setFollower: prepared<[name: string, version: number, seq: number]>(
      database,
      `INSERT INTO follower (name, version, seq) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, seq = excluded.seq`,
    ),
    followerRecords: prepared<[follower: string], FollowerRecord>(
      database,
      'SELECT key, value FROM follower_record WHERE follower = ? ORDER BY key',
    ),
    putRecord: prepared<[follower: string, key: string, value: string]>(
      database,
      `INSERT INTO follower_record (follower, key, value) VALUES (?, ?, ?)
       ON CONFLICT (follower, key) DO UPDATE SET value = excluded.value`,
    ),
    removeRecord: prepared<[follower: string, key: string]>(
      database,
      'DELETE FROM follower_record WHERE follower = ? AND key = ?',
    ),
    removeRecords: prepared<[follower: string]>(database, 'DELETE FROM follower_record WHERE follower = ?'),
  };
}
