/** What reading connections ask, prepared once per connection. Columns are named, values are bound. */
import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { GapReason } from '../../../src-shared/domain/coverage.ts';
import type { Outcome } from '../../../src-shared/domain/event.ts';

/** A prepared statement. It has no way to be left half read: an open one would pin the write-ahead log. */
export interface Prepared<Bound extends unknown[], Row = never> {
  get(...bound: Bound): Row | undefined;
  all(...bound: Bound): Row[];
  run(...bound: Bound): { lastInsertRowid: number | bigint; changes: number };
  /** Its SQL, so that its plan can be asked for. */
  readonly source: string;
}

export function prepared<Bound extends unknown[], Row = never>(database: Database, sql: string): Prepared<Bound, Row> {
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

export interface PayloadRow {
  readonly raw: string;
  readonly wholeKind: string | null;
  readonly wholeId: string | null;
}

export interface SessionRow {
  readonly id: number;
  readonly from: number;
  readonly lastEventAt: number;
  readonly to: number | null;
  readonly lengthMs: number;
  readonly reason: GapReason | null;
  readonly detail: string | null;
  readonly events: number;
}

export interface GapRow {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
  readonly lengthMs: number | null;
  readonly reason: GapReason;
  readonly detail: string | null;
}

/** Of `EventRow`; a statement that uses them says its own WHERE. */
export const EVENT_ROWS = `
  SELECT event.seq, event.received_at AS receivedAt, event.created_at AS createdAt,
    event.created_text AS createdDateTime, event.upstream_id AS id, event.eid, event.iccid,
    event.request_id AS requestId, event.error_codes AS errorCodes, event.resource_count AS resourceCount,
    event.failed_count AS failedCount, event.marks, event.repeats, facet.kind, facet.operation, facet.state,
    facet.outcome, facet.error_code AS errorCode, facet.country_code AS countryCode, facet.principal
  FROM event JOIN facet ON facet.id = event.facet`;

const SESSIONS = `
  SELECT id, from_at AS "from", last_event_at AS lastEventAt, to_at AS "to", length_ms AS lengthMs, reason, detail,
    events
  FROM session`;
const GAPS = `SELECT id, from_at AS "from", to_at AS "to", length_ms AS lengthMs, reason, detail FROM gap`;

export type ReadStatements = ReturnType<typeof readStatements>;

export function readStatements(database: Database) {
  return {
    extent: prepared<[], Extent>(
      database,
      `SELECT ifnull((SELECT min(seq) FROM event), 0) AS oldestSeq, ifnull((SELECT max(seq) FROM event), 0) AS newestSeq,
         ifnull((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'storedEvents'), 0) AS storedEvents`,
    ),
    eventBySeq: prepared<[number], EventRow>(database, `${EVENT_ROWS} WHERE event.seq = ?`),
    payloadBySeq: prepared<[number], PayloadRow>(
      database,
      'SELECT raw, whole_kind AS wholeKind, whole_id AS wholeId FROM payload WHERE seq = ?',
    ),
    /** Spans may overlap on a wall clock that was set, and each begins before it ends: both conditions are needed. */
    sessionsTouching: prepared<[{ from: number; to: number }], SessionRow>(
      database,
      `${SESSIONS} WHERE last_event_at >= :from AND from_at <= :to ORDER BY last_event_at`,
    ),
    closedGapsTouching: prepared<[{ from: number; to: number }], GapRow>(
      database,
      `${GAPS} WHERE to_at >= :from AND from_at <= :to ORDER BY to_at`,
    ),
    openGapTouching: prepared<[{ to: number }], GapRow>(database, `${GAPS} WHERE to_at IS NULL AND from_at <= :to`),
    meta: prepared<[string], { value: string }>(database, 'SELECT value FROM meta WHERE key = ?'),
  };
}
