/** Every SQL statement of the store, prepared once per connection. Columns are named, values are bound. */
import type { Database } from 'better-sqlite3';
import type { GapReason } from '../../../src-shared/domain/coverage.ts';
import type { Outcome } from '../../../src-shared/domain/event.ts';

/** A prepared statement. It has no way to be left half read: an open one would pin the write-ahead log. */
export interface Prepared<Bound extends unknown[], Row = never> {
  get(...bound: Bound): Row | undefined;
  all(...bound: Bound): Row[];
  run(...bound: Bound): { lastInsertRowid: number | bigint };
  /** Its SQL, so that its plan can be asked for. */
  readonly source: string;
}

function prepared<Bound extends unknown[], Row = never>(database: Database, sql: string): Prepared<Bound, Row> {
  return database.prepare<unknown[], Row>(sql);
}

export interface FacetValues {
  readonly kind: string;
  readonly operation: string | null;
  readonly state: string | null;
  readonly outcome: Outcome | null;
  readonly errorCode: string | null;
  readonly countryCode: string | null;
  readonly principal: string | null;
}

export interface EventRow extends FacetValues {
  readonly seq: number;
  readonly receivedAt: number;
  readonly createdAt: number | null;
  readonly createdDateTime: string | null;
  readonly id: string | null;
  readonly eid: string | null;
  readonly iccid: string | null;
  readonly requestId: string | null;
  /** JSON array; `null` where the facet's code is the only one, or there is none. */
  readonly errorCodes: string | null;
  readonly resourceCount: number | null;
  readonly failedCount: number | null;
  /** JSON array; `null` where there is none. */
  readonly marks: string | null;
  readonly repeats: number;
}

export interface SessionRow {
  readonly id: number;
  readonly from: number;
  readonly lastEventAt: number;
  readonly to: number | null;
  readonly reason: GapReason | null;
  readonly detail: string | null;
  readonly events: number;
}

export interface GapRow {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
  readonly reason: GapReason;
  readonly detail: string | null;
}

/** What a scan asks of each row: times in UTC epoch ms, `facets` a JSON array of ids or `null` for all. */
interface ScanBounds {
  readonly since: number;
  readonly until: number;
  readonly facets: string | null;
  readonly limit: number;
}

const eventColumns = `
  event.seq, event.received_at AS receivedAt, event.created_at AS createdAt, event.created_text AS createdDateTime,
  event.upstream_id AS id, event.eid, event.iccid, event.request_id AS requestId, event.error_codes AS errorCodes,
  event.resource_count AS resourceCount, event.failed_count AS failedCount, event.marks, event.repeats,
  facet.kind, facet.operation, facet.state, facet.outcome, facet.error_code AS errorCode,
  facet.country_code AS countryCode, facet.principal
  FROM event JOIN facet ON facet.id = event.facet`;

/** The `+` keeps the planner from the index on times, whose rows it would have to sort by seq for each page. */
const scanCondition = `
  +event.received_at BETWEEN :since AND :until
  AND (:facets IS NULL OR event.facet IN (SELECT value FROM json_each(:facets)))`;

const sessionColumns = `id, from_at AS "from", last_event_at AS lastEventAt, to_at AS "to", reason, detail, events`;
const gapColumns = `id, from_at AS "from", to_at AS "to", reason, detail`;

export type ReadStatements = ReturnType<typeof readStatements>;

export function readStatements(database: Database) {
  return {
    newestSeq: prepared<[], { seq: number }>(database, 'SELECT ifnull(max(seq), 0) AS seq FROM event'),
    pageBefore: prepared<[{ before: number; limit: number }], EventRow>(
      database,
      `SELECT ${eventColumns} WHERE event.seq < :before ORDER BY event.seq DESC LIMIT :limit`,
    ),
    pageAfter: prepared<[{ after: number; limit: number }], EventRow>(
      database,
      `SELECT ${eventColumns} WHERE event.seq > :after ORDER BY event.seq LIMIT :limit`,
    ),
    eventBySeq: prepared<[number], EventRow>(database, `SELECT ${eventColumns} WHERE event.seq = ?`),
    rawBySeq: prepared<[number], { raw: string }>(database, 'SELECT raw FROM payload WHERE seq = ?'),
    scanForward: prepared<[ScanBounds & { after: number; last: number }], EventRow>(
      database,
      `SELECT ${eventColumns} WHERE event.seq > :after AND event.seq <= :last AND ${scanCondition}
       ORDER BY event.seq LIMIT :limit`,
    ),
    scanBackward: prepared<[ScanBounds & { before: number; first: number }], EventRow>(
      database,
      `SELECT ${eventColumns} WHERE event.seq < :before AND event.seq >= :first AND ${scanCondition}
       ORDER BY event.seq DESC LIMIT :limit`,
    ),
    /** Where the events of a time span lie: clocks jump, so the order of arrival is not the order of time. */
    seqSpan: prepared<[{ since: number; until: number }], { first: number | null; last: number | null }>(
      database,
      'SELECT min(seq) AS first, max(seq) AS last FROM event WHERE received_at BETWEEN :since AND :until',
    ),
    facets: prepared<[], FacetValues & { id: number }>(
      database,
      `SELECT id, kind, operation, state, outcome, error_code AS errorCode, country_code AS countryCode, principal
       FROM facet`,
    ),
    /** Sessions do not overlap: the order of their ends is the order of their beginnings. */
    sessionsTouching: prepared<[{ from: number; to: number }], SessionRow>(
      database,
      `SELECT ${sessionColumns} FROM session WHERE last_event_at >= :from AND from_at <= :to ORDER BY last_event_at`,
    ),
    closedGapsTouching: prepared<[{ from: number; to: number }], GapRow>(
      database,
      `SELECT ${gapColumns} FROM gap WHERE to_at >= :from AND from_at <= :to ORDER BY to_at`,
    ),
    openGapTouching: prepared<[{ to: number }], GapRow>(
      database,
      `SELECT ${gapColumns} FROM gap WHERE to_at IS NULL AND from_at <= :to`,
    ),
    meta: prepared<[string], { value: string }>(database, 'SELECT value FROM meta WHERE key = ?'),
  };
}

export type WriteStatements = ReturnType<typeof writeStatements>;

/** In the order of `insertEvent`: bound by place, which takes two thirds of the time that binding by name takes. */
export type NewEvent = [
  seq: number,
  receivedAt: number,
  createdAt: number | null,
  createdDateTime: string | null,
  facet: number,
  session: number,
  id: string | null,
  digest: string | null,
  eid: string | null,
  iccid: string | null,
  requestId: string | null,
  errorCodes: string | null,
  resourceCount: number | null,
  failedCount: number | null,
  marks: string | null,
];

export function writeStatements(database: Database) {
  return {
    insertEvent: prepared<NewEvent>(
      database,
      `INSERT INTO event (seq, received_at, created_at, created_text, facet, session, upstream_id, digest, eid, iccid,
         request_id, error_codes, resource_count, failed_count, marks, repeats)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ),
    insertPayload: prepared<[seq: number, raw: string, oversizeBytes: number | null, sha256: string | null]>(
      database,
      'INSERT INTO payload (seq, raw, oversize_bytes, oversize_sha256) VALUES (?, ?, ?, ?)',
    ),
    countRepeat: prepared<[seq: number]>(database, 'UPDATE event SET repeats = repeats + 1 WHERE seq = ?'),
    recentDigests: prepared<[after: number], { seq: number; digest: string }>(
      database,
      'SELECT seq, digest FROM event WHERE seq > ? AND digest IS NOT NULL ORDER BY seq',
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
    insertSession: prepared<[{ at: number }]>(
      database,
      'INSERT INTO session (from_at, last_event_at, events) VALUES (:at, :at, 0)',
    ),
    addToSession: prepared<[{ id: number; at: number; stored: number }]>(
      database,
      'UPDATE session SET last_event_at = max(last_event_at, :at), events = events + :stored WHERE id = :id',
    ),
    endSession: prepared<[{ id: number; reason: GapReason; detail: string | null }], { to: number }>(
      database,
      `UPDATE session SET to_at = last_event_at, reason = :reason, detail = :detail
       WHERE id = :id AND to_at IS NULL RETURNING to_at AS "to"`,
    ),
    openSessions: prepared<[], { id: number }>(database, 'SELECT id FROM session WHERE to_at IS NULL ORDER BY id'),
    openGap: prepared<[{ from: number; reason: GapReason; detail: string | null }]>(
      database,
      `INSERT INTO gap (from_at, reason, detail) SELECT :from, :reason, :detail
       WHERE NOT EXISTS (SELECT 1 FROM gap WHERE to_at IS NULL)`,
    ),
    presentGap: prepared<[], { reason: GapReason }>(database, 'SELECT reason FROM gap WHERE to_at IS NULL'),
    /** A clock that was set back must not make a gap end before it began. */
    closeGap: prepared<[{ at: number }]>(database, 'UPDATE gap SET to_at = max(from_at, :at) WHERE to_at IS NULL'),
    setMeta: prepared<[key: string, value: string]>(
      database,
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
  };
}
