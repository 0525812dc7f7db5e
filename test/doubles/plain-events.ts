/**
 * Stores events in the simplest way: all fields in one table, with the texts in memory. Its results are the reference
 * for every filter.
 */
import { type FacetField, facetFields, facetTable } from '../../src-shared/domain/event/event-fields.ts';
import Sqlite, { type Database } from 'better-sqlite3';
import type { StoredEvent } from '../../src-shared/domain/event/event.ts';
import {
  type Filter,
  type FilterTerm,
  isIdentifierField,
  type ValueField,
} from '../../src-shared/domain/filter/filter.ts';
import { absoluteTime, matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { identifiersOf } from '../../src-shared/service/identifiers.ts';

type Identifiers = ReturnType<typeof identifiersOf>;
/** Values of every field, in one column each. */
const COLUMNS: readonly (readonly [
  ValueField,
  (event: StoredEvent, found: Identifiers) => readonly (string | null)[],
])[] = [
  ...facetFields.map((field) => [field, (event: StoredEvent) => valuesIn(event, field)] as const),
  ['eid', ({ eid }, found) => [eid, ...found.eid]],
  ['iccid', ({ iccid }, found) => [iccid, ...found.iccid]],
  ['imsi', (_, { imsi }) => imsi],
  ['msisdn', (_, { msisdn }) => msisdn],
  ['request', ({ requestId }, { request }) => [requestId, ...request]],
  ['resource', (_, { resource }) => resource],
  ['event', ({ id }) => [id]],
  ['id', ({ eid, iccid, requestId }, found) => [eid, iccid, requestId, ...Object.values(found).flat()]],
];

export function valuesIn(event: StoredEvent, field: FacetField): readonly (string | null)[] {
  const { property } = facetTable[field];
  return property === 'marks' ? event.marks.map(({ code }) => code) : [event[property]].flat();
}

export class PlainEvents {
  readonly events: readonly StoredEvent[];
  readonly #database: Database;
  /** Results by the JSON of the term: one byte for each event. */
  readonly #found = new Map<string, Uint8Array>();

  constructor(events: readonly StoredEvent[]) {
    this.events = events;
    this.#database = new Sqlite(':memory:');
    this.#database.function('lowered', (text) => String(text).toLowerCase());
    const names = COLUMNS.map(([name]) => name);
    this.#database.exec(`CREATE TABLE plain (place INTEGER PRIMARY KEY, received_at INTEGER, seen INTEGER,
      ${names.map((name) => `"${name}" TEXT`).join(', ')})`);
    const insert = this.#database.prepare(
      `INSERT INTO plain VALUES (${Array.from({ length: names.length + 3 }, () => '?').join(', ')})`,
    );
    this.#database.transaction(() => {
      for (const [index, event] of events.entries()) {
        const identifiers = identifiersOf(event.raw);
        insert.run(
          index,
          event.receivedAt,
          Number(event.seen),
          ...COLUMNS.map(([, valuesOf]) =>
            JSON.stringify(valuesOf(event, identifiers).filter((value) => value !== null)),
          ),
        );
      }
    })();
  }

  /**
   * Returns matching events after `after` and up to `to`, oldest first.
   * @throws Error if SQL and memory disagree about a term
   */
  matching({ terms }: Filter, after: number, to: number): StoredEvent[] {
    const found = terms.map((term) => this.#foundBy(term));
    const matching: StoredEvent[] = [];
    for (let index = this.#indexAfter(after); index < this.events.length; index += 1) {
      const event = this.events[index];
      if (event === undefined || event.seq > to) break;
      let holds = true;
      for (const each of found) holds &&= each[index] === 1;
      if (holds) matching.push(event);
    }
    return matching;
  }

  #indexAfter(seq: number): number {
    let index = 0;
    for (let step = 8_192; step >= 1; step /= 2)
      while ((this.events[index + step - 1]?.seq ?? Number.POSITIVE_INFINITY) <= seq) index += step;
    return index;
  }

  close(): void {
    this.#database.close();
  }

  #foundBy(term: FilterTerm): Uint8Array {
    const key = JSON.stringify(term);
    let found = this.#found.get(key);
    if (found === undefined) {
      found = Uint8Array.from(this.events, (event) => Number(matchesFilter({ terms: [term] }, event, () => event.raw)));
      const inSql = term.kind === 'text' ? found : this.#foundInSql(term);
      if (!Buffer.from(inSql).equals(Buffer.from(found))) throw new Error(`SQL says something else of ${key}.`);
      this.#found.set(key, found);
    }
    return found;
  }

  #foundInSql(term: TermOfSql): Uint8Array {
    const bound = boundBy(term);
    const found = new Uint8Array(this.events.length);
    const rows = this.#database.prepare<[string | number], { place: number }>(
      `SELECT place FROM plain WHERE ${conditionOf(term)}`,
    );
    for (const { place } of rows.all(bound)) found[place] = 1;
    return found;
  }
}

type TermOfSql = Exclude<FilterTerm, { kind: 'text' }>;

function boundBy(term: TermOfSql): string | number {
  switch (term.kind) {
    case 'seen':
      return Number(term.seen);
    case 'value':
      return JSON.stringify(term.values);
    case 'since':
    case 'until':
      return absoluteTime(term.time);
    default:
      return assertNever(term);
  }
}

function conditionOf(term: TermOfSql): string {
  switch (term.kind) {
    case 'seen':
      return 'seen = ?';
    case 'value':
      return valueConditionOf(term);
    case 'since':
      return 'received_at >= ?';
    case 'until':
      return 'received_at <= ?';
    default:
      return assertNever(term);
  }
}

function valueConditionOf(term: Extract<FilterTerm, { kind: 'value' }>): string {
  const values = 'SELECT value FROM json_each(?)';
  const isEqual = isIdentifierField(term.field) ? CASE_SQL : 'one.value = wanted.value';
  const holds = `EXISTS (SELECT 1 FROM json_each(plain."${term.field}") AS one, (${values}) AS wanted WHERE ${isEqual})`;
  return term.negated ? `NOT ${holds}` : holds;
}

/** SQL for `=complete`, `beginning…`, `…end` or a part. */
const CASE_SQL = `CASE
  WHEN wanted.value LIKE '=%' THEN lowered(one.value) = lowered(substr(wanted.value, 2))
  WHEN wanted.value LIKE '%…' THEN
    instr(lowered(one.value), lowered(substr(wanted.value, 1, length(wanted.value) - 1))) = 1
  WHEN wanted.value LIKE '…%' THEN
    substr(lowered(one.value), -(length(lowered(wanted.value)) - 1)) = lowered(substr(wanted.value, 2))
  ELSE instr(lowered(one.value), lowered(wanted.value)) > 0 END`;
