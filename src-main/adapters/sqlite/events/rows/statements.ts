import type { Database } from 'better-sqlite3';
import type { Extent } from '../../../../../src-shared/api/watch.ts';
import type { Gap, Session } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { facetColumns } from '../../../../../src-shared/domain/event/event-fields.ts';
import type { ProjectionRecord } from '../../../../core/ports/event-store.ts';
import { preparing } from '../../prepared-statement.ts';
import { metaStatements } from './meta-rows.ts';
import { type EventRow, SELECTED_EVENT, WITH_REPEATS } from './event-columns.ts';

/** Stored texts of a facet in the order of `facetColumns`. */
export type FacetRow = readonly (string | null)[];

const FACET_COLUMNS = facetColumns.map(({ column }) => column).join(', ');
/** Selects facets after an id, oldest first: the id, then the row. */
export const SELECT_FACETS = `SELECT id, ${FACET_COLUMNS} FROM facet WHERE id > ? ORDER BY id`;
export const SELECT_FACET = `SELECT ${FACET_COLUMNS} FROM facet WHERE id = ?`;
export const INSERT_FACET = `INSERT INTO facet (${FACET_COLUMNS}) VALUES (${facetColumns.map(() => '?').join(', ')})`;

/** Member that held the seat, and number of its holding; null outside a team. */
interface Holding {
  readonly holder: string | null;
  readonly epoch: number | null;
}
export type SessionRow = Omit<Session, keyof Holding> & Holding;
export type GapRow = Omit<Gap, keyof Holding> & Holding;

export function withoutNullHolding<Row extends Holding>({ holder, epoch, ...rest }: Row) {
  return { ...rest, ...(holder === null ? {} : { holder }), ...(epoch === null ? {} : { epoch }) };
}

export const SESSIONS = `
  SELECT id, from_at AS "from", last_event_at AS lastEventAt, to_at AS "to", length_ms AS lengthMs, reason, detail,
    events, holder, epoch
  FROM session`;
/** Finds the complete sessions that no log of a team has given, or only one that was made again. */
export const FROM_BEFORE_LOG = 'to_at IS NOT NULL AND log_id IS NULL AND opened_after IS NULL AND is_end_sent IS NULL';
export const GAPS = `
  SELECT id, from_at AS "from", to_at AS "to", length_ms AS lengthMs, reason, detail, after_seq AS afterSeq, holder,
    epoch
  FROM gap`;
/** A planned end counts as a reconnect or as a gap only once the next session starts, so filter by length here. */
const GAPS_AFTER = `
  ${GAPS} WHERE after_seq BETWEEN :first AND :last AND (reason <> 'session-expired' OR length_ms > :reconnectMs)`;

interface GapsBound {
  readonly first: number;
  readonly last: number;
  readonly reconnectMs: number;
  readonly limit: number;
}

export function projectionRecords(database: Database) {
  return preparing(database).prepare<[projection: string], ProjectionRecord>(
    'SELECT key, value FROM projection_record WHERE projection = ? ORDER BY key',
  );
}

export function readStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    bounds: prepare<[], Pick<Extent, 'oldestSeq' | 'newestSeq'>>(
      `SELECT ifnull((SELECT min(seq) FROM event), 0) AS oldestSeq,
         max(ifnull((SELECT max(seq) FROM event), 0), ifnull((SELECT max(seq) FROM received), 0),
           ifnull((SELECT max(id) * 64 + 63 FROM block), 0)) AS newestSeq`,
    ),
    rowsBetween: prepare<[{ first: number; last: number }], { count: number }>(
      'SELECT count(*) AS count FROM event WHERE seq >= :first AND seq <= :last',
    ),
    oldestAt: prepare<[], { receivedAt: number }>('SELECT received_at AS receivedAt FROM event ORDER BY seq LIMIT 1'),
    eventBySeq: prepare<[number], EventRow>(`SELECT ${SELECTED_EVENT} FROM event ${WITH_REPEATS} WHERE event.seq = ?`),
    /** Spans may overlap if the clock was set, and each begins before it ends, so both conditions are needed. */
    sessionsTouching: prepare<[{ from: number; to: number }], SessionRow>(
      `${SESSIONS} WHERE last_event_at >= :from AND from_at <= :to ORDER BY last_event_at`,
    ),
    closedGapsTouching: prepare<[{ from: number; to: number }], GapRow>(
      `${GAPS} WHERE to_at >= :from AND from_at <= :to ORDER BY to_at`,
    ),
    openGapTouching: prepare<[{ to: number }], GapRow>(`${GAPS} WHERE to_at IS NULL AND from_at <= :to`),
    gapsFromNewest: prepare<[GapsBound], GapRow>(`${GAPS_AFTER} ORDER BY after_seq DESC, id DESC LIMIT :limit`),
    gapsFromOldest: prepare<[GapsBound], GapRow>(`${GAPS_AFTER} ORDER BY after_seq, id LIMIT :limit`),
    projectionRecords: projectionRecords(database),
    meta: metaStatements(database).meta,
  };
}
