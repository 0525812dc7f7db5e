import type { Database } from 'better-sqlite3';
import type { FilterCondition } from '../columns/filter-condition.ts';
import { type PreparedStatement, preparing } from '../../prepared-statement.ts';
import { type EventRow, SELECTED_EVENT, WITH_REPEATS } from '../rows/event-columns.ts';

export type Direction = 'older' | 'newer';

export interface SeqRange {
  readonly first: number;
  readonly last: number;
}

const MAX_CACHED_STATEMENTS = 64;

export type EventFacet = readonly [seq: number, receivedAt: number, facet: number];

type Bound = Record<string, string | number>;

/** @param condition may use only the table `event` */
export function selectRowsInRange(direction: Direction, condition: string): string {
  const order = direction === 'older' ? 'DESC' : 'ASC';
  return `SELECT ${SELECTED_EVENT} FROM event ${WITH_REPEATS}
    WHERE event.seq >= :first AND event.seq <= :last AND ${condition} ORDER BY event.seq ${order} LIMIT :limit`;
}

export function selectRowsBySeq(condition: string): string {
  return `SELECT ${SELECTED_EVENT} FROM json_each(:seqs) AS wanted CROSS JOIN event ON event.seq = wanted.value
    ${WITH_REPEATS} WHERE ${condition} LIMIT :limit`;
}

export function createRowQueries(database: Database) {
  const cache = new Map<string, PreparedStatement<[Bound], EventRow>>();
  const statements = rowStatements(database);

  /** @param seqs ascending, within the range; null means the complete range */
  function rows(
    { sql, bound }: FilterCondition,
    { first, last }: SeqRange,
    seqs: readonly number[] | null,
    direction: Direction,
    limit: number,
  ): EventRow[] {
    if (seqs === null)
      return prepared(selectRowsInRange(direction, sql ?? 'TRUE')).all({ ...bound, first, last, limit });
    const inOrder = direction === 'older' ? seqs.toReversed() : seqs;
    const list = JSON.stringify(sql === null ? inOrder.slice(0, limit) : inOrder);
    return prepared(selectRowsBySeq(sql ?? 'TRUE')).all({ ...bound, seqs: list, limit });
  }

  function edge(direction: Direction, range: SeqRange): number | null {
    return statements[direction].get(range)?.seq ?? null;
  }

  function eventFacets(range: SeqRange): readonly EventFacet[] {
    return statements.places.all(range);
  }

  function prepared(sql: string): PreparedStatement<[Bound], EventRow> {
    let statement = cache.get(sql);
    if (statement === undefined) {
      statement = preparing(database).prepare<[Bound], EventRow>(sql);
      if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
      cache.set(sql, statement);
    }
    return statement;
  }

  return { rows, edge, eventFacets };
}

export function eventFacetsIn(database: Database) {
  return preparing(database).prepareTuple<[SeqRange], EventFacet>(
    'SELECT seq, received_at, facet FROM event WHERE seq >= :first AND seq <= :last ORDER BY seq',
  );
}

export function rowStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    older: prepare<[SeqRange], { seq: number }>(
      'SELECT seq FROM event WHERE seq <= :last AND seq >= :first ORDER BY seq DESC LIMIT 1',
    ),
    newer: prepare<[SeqRange], { seq: number }>(
      'SELECT seq FROM event WHERE seq >= :first AND seq <= :last ORDER BY seq LIMIT 1',
    ),
    places: eventFacetsIn(database),
  };
}
