/**
 * Walks over the stored rows in pieces that end after some milliseconds, so that nobody waits behind a walk over
 * millions. Each piece is a run of steps; a step judges the next few rows, whatever holes there are between their seqs,
 * and more of them where they are quickly judged. A time span is entered by its stretches, not by looking at each row.
 */
import type { Database } from 'better-sqlite3';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { Slice, SliceQuery } from '../../core/ports/event-store.ts';
import { absoluteTime } from '../../../src-shared/domain/filter-match.ts';
import { summaryOf } from './event-summary.ts';
import { filterCondition, isOfFacet } from './filter-condition.ts';
import { EVENT_ROWS, type EventRow, type Prepared, prepared } from './statements.ts';

/** A page is drawn in 16 ms, and the next caller waits no longer than this and one step. */
export const PIECE_MS = 12;
/** A step that took less is followed by one twice as long. */
const STEP_MS = 3;
/** A text takes some 35 µs to search, a row less than one to compare. */
const FIRST_STEP = { text: 16, rows: 512 };
const LAST_STEP = 16_384;
/** Seqs in a stretch. Part of the schema. */
const STRETCH = 2 ** 12;
/** Shapes of filters that are asked in turn. */
const KEPT_STATEMENTS = 64;

type Direction = SliceQuery['direction'];
type Bound = Record<string, string | number | null>;
interface Range {
  readonly from: number;
  readonly to: number;
}

export type WalkStatements = ReturnType<typeof walkStatements>;

/** In all of them `from` is exclusive and `to` inclusive, in the direction of the walk. */
export function walkStatements(database: Database) {
  return {
    stepNewer: prepared<[Range & { rows: number }], { end: number | null }>(
      database,
      `SELECT max(seq) AS end FROM (SELECT seq FROM event WHERE seq > :from AND seq <= :to ORDER BY seq LIMIT :rows)`,
    ),
    stepOlder: prepared<[Range & { rows: number }], { end: number | null }>(
      database,
      `SELECT min(seq) AS end
       FROM (SELECT seq FROM event WHERE seq < :from AND seq >= :to ORDER BY seq DESC LIMIT :rows)`,
    ),
    stretchNewer: prepared<[{ first: number; since: number; until: number }], { id: number }>(
      database,
      `SELECT id FROM stretch WHERE id >= :first AND latest >= :since AND earliest <= :until ORDER BY id LIMIT 1`,
    ),
    stretchOlder: prepared<[{ first: number; since: number; until: number }], { id: number }>(
      database,
      `SELECT id FROM stretch WHERE id <= :first AND latest >= :since AND earliest <= :until ORDER BY id DESC LIMIT 1`,
    ),
  };
}

/** The rows of one step. The condition needs nothing in scope but the table `event`. */
export function rowsOfStep(direction: Direction, condition: string): string {
  return direction === 'newer'
    ? `${EVENT_ROWS} WHERE event.seq > :from AND event.seq <= :to AND ${condition} ORDER BY event.seq LIMIT :limit`
    : `${EVENT_ROWS} WHERE event.seq < :from AND event.seq >= :to AND ${condition} ORDER BY event.seq DESC LIMIT :limit`;
}

export function countOfStep(condition: string): string {
  return `SELECT count(*) AS count FROM event WHERE event.seq > :from AND event.seq <= :to AND ${condition}`;
}

/** Whether any facet passes; a condition of facet terms alone looks at nothing else of an event. */
export function anyFacet(condition: string): string {
  return `SELECT 1 AS found FROM (SELECT id AS facet FROM facet) AS event WHERE ${condition} LIMIT 1`;
}

export class Walk {
  readonly #database: Database;
  readonly #statements: WalkStatements;
  readonly #pieceMs: number;
  readonly #kept = new Map<string, Prepared<[Bound], unknown>>();

  constructor(database: Database, pieceMs = PIECE_MS) {
    this.#database = database;
    this.#statements = walkStatements(database);
    this.#pieceMs = pieceMs;
  }

  slice({ filter, direction, from, to, limit }: SliceQuery): Slice {
    const { sql, bound } = filterCondition(filter);
    const statement = this.#prepared<EventRow>(rowsOfStep(direction, sql));
    const rows: EventSummary[] = [];
    const end = to ?? (direction === 'newer' ? Number.MAX_SAFE_INTEGER : 0);
    const next = this.#walk(filter, direction, { from, to: end }, (step) => {
      const found = statement.all({ ...bound, ...step, limit: limit - rows.length });
      for (const row of found) rows.push(summaryOf(row));
      const last = found.at(-1);
      return rows.length >= limit && last !== undefined ? last.seq : null;
    });
    return { rows, next };
  }

  count({ filter, after, to }: { filter: Filter; after: number; to: number }): { count: number; next: number | null } {
    const { sql, bound } = filterCondition(filter);
    const statement = this.#prepared<{ count: number }>(countOfStep(sql));
    let count = 0;
    const next = this.#walk(filter, 'newer', { from: after, to }, (step) => {
      count += statement.get({ ...bound, ...step })?.count ?? 0;
      return null;
    });
    return { count, next };
  }

  /**
   * @param judge takes one step; answers the seq after which it has enough, or `null` to go on.
   * @returns where the next piece begins, `null` where the walk is over.
   */
  #walk(
    filter: Filter,
    direction: Direction,
    { from, to }: Range,
    judge: (step: Range) => number | null,
  ): number | null {
    if (!this.#anyFacet(filter)) return null;
    const times = timesOf(filter);
    let rows = filter.terms.some(({ kind }) => kind === 'text') ? FIRST_STEP.text : FIRST_STEP.rows;
    const startedAt = performance.now();
    let at = from;
    for (let stepAt = startedAt; ;) {
      const part = times === null ? { from: at, to } : this.#nextStretch(direction, { from: at, to }, times);
      if (part === null) return null;
      const step = this.#nextStep(direction, part, rows);
      if (step === null) {
        if (part.to === to) return null;
        at = part.to;
        continue;
      }
      const enough = judge(step);
      at = enough ?? step.to;
      const now = performance.now();
      if (enough !== null || now - startedAt >= this.#pieceMs)
        return this.#nextStep(direction, { from: at, to }, 1) === null ? null : at;
      if (now - stepAt < STEP_MS) rows = Math.min(rows * 2, LAST_STEP);
      stepAt = now;
    }
  }

  #nextStep(direction: Direction, { from, to }: Range, rows: number): Range | null {
    const { stepNewer, stepOlder } = this.#statements;
    const end = (direction === 'newer' ? stepNewer : stepOlder).get({ from, to, rows })?.end ?? null;
    return end === null ? null : { from, to: end };
  }

  /** The part of the range that lies in the next stretch with a time of the span in it. */
  #nextStretch(direction: Direction, { from, to }: Range, times: Times): Range | null {
    if (direction === 'newer') {
      const stretch = this.#statements.stretchNewer.get({ first: stretchOf(from + 1), ...times });
      if (stretch === undefined) return null;
      const first = stretch.id * STRETCH;
      return first > to ? null : { from: Math.max(from, first - 1), to: Math.min(to, first + STRETCH - 1) };
    }
    const stretch = this.#statements.stretchOlder.get({ first: stretchOf(from - 1), ...times });
    if (stretch === undefined) return null;
    const first = stretch.id * STRETCH;
    return first + STRETCH - 1 < to ? null : { from: Math.min(from, first + STRETCH), to: Math.max(to, first) };
  }

  /** A filter that no facet passes needs no look at the rows: what nobody ever sent is known at once. */
  #anyFacet({ terms }: Filter): boolean {
    const ofFacet = terms.filter(isOfFacet);
    if (ofFacet.length === 0) return true;
    const { sql, bound } = filterCondition({ terms: ofFacet });
    return this.#prepared<{ found: 1 }>(anyFacet(sql)).get({ ...bound }) !== undefined;
  }

  #prepared<Row>(sql: string): Prepared<[Bound], Row> {
    let statement = this.#kept.get(sql);
    if (statement === undefined) {
      statement = prepared<[Bound], unknown>(this.#database, sql);
      if (this.#kept.size >= KEPT_STATEMENTS) this.#kept.clear();
      this.#kept.set(sql, statement);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text of a statement decides its rows
    return statement as Prepared<[Bound], Row>;
  }
}

export function stretchOf(seq: number): number {
  return Math.floor(seq / STRETCH);
}

interface Times {
  readonly since: number;
  readonly until: number;
}

/** `null` where the filter has no times. */
function timesOf({ terms }: Filter): Times | null {
  const since = terms.flatMap((term) => (term.kind === 'since' ? [absoluteTime(term.time)] : []));
  const until = terms.flatMap((term) => (term.kind === 'until' ? [absoluteTime(term.time)] : []));
  if (since.length === 0 && until.length === 0) return null;
  return { since: Math.max(Number.MIN_SAFE_INTEGER, ...since), until: Math.min(Number.MAX_SAFE_INTEGER, ...until) };
}
