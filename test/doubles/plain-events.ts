/**
 * Stored events as one would keep them without a thought: all fields in one table, texts beside them. What a filter
 * finds in it is what it has to find anywhere.
 */
import Sqlite, { type Database } from 'better-sqlite3';
import type { StoredEvent } from '../../src-shared/domain/event.ts';
import type { Filter, FilterTerm, ValueField } from '../../src-shared/domain/filter.ts';
import { absoluteTime, matchesFilter } from '../../src-shared/domain/filter-match.ts';

const COLUMNS: Readonly<Record<Exclude<ValueField, 'code' | 'mark'>, (event: StoredEvent) => string | null>> = {
  outcome: ({ outcome }) => outcome,
  kind: ({ kind }) => kind,
  operation: ({ operation }) => operation,
  state: ({ state }) => state,
  country: ({ countryCode }) => countryCode,
  principal: ({ principal }) => principal,
  eid: ({ eid }) => eid,
  iccid: ({ iccid }) => iccid,
  request: ({ requestId }) => requestId,
  id: ({ id }) => id,
};

export class PlainEvents {
  /** Oldest first. */
  readonly events: readonly StoredEvent[];
  readonly #database: Database;
  /** By the text of the term: one byte for each event. */
  readonly #found = new Map<string, Uint8Array>();

  constructor(events: readonly StoredEvent[]) {
    this.events = events;
    this.#database = new Sqlite(':memory:');
    const names = Object.keys(COLUMNS);
    this.#database.exec(`CREATE TABLE plain (place INTEGER PRIMARY KEY, received_at INTEGER, codes TEXT, marks TEXT,
      ${names.map((name) => `"${name}" TEXT`).join(', ')})`);
    const insert = this.#database.prepare(
      `INSERT INTO plain VALUES (${Array.from({ length: names.length + 4 }, () => '?').join(', ')})`,
    );
    this.#database.transaction(() => {
      for (const [place, event] of events.entries())
        insert.run(
          place,
          event.receivedAt,
          JSON.stringify(event.errorCodes),
          JSON.stringify(event.marks.map(({ code }) => code)),
          ...Object.values(COLUMNS).map((valueOf) => valueOf(event)),
        );
    })();
  }

  /** Behind `after` and up to `to`, oldest first. @throws Error where SQL and memory do not agree about a term */
  matching({ terms }: Filter, after: number, to: number): StoredEvent[] {
    const found = terms.map((term) => this.#foundBy(term));
    const matching: StoredEvent[] = [];
    for (let place = this.#behind(after); place < this.events.length; place += 1) {
      const event = this.events[place];
      if (event === undefined || event.seq > to) break;
      let holds = true;
      for (const each of found) holds &&= each[place] === 1;
      if (holds) matching.push(event);
    }
    return matching;
  }

  #behind(seq: number): number {
    let place = 0;
    for (let step = 8_192; step >= 1; step /= 2)
      while ((this.events[place + step - 1]?.seq ?? Number.POSITIVE_INFINITY) <= seq) place += step;
    return place;
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

  #foundInSql(term: Exclude<FilterTerm, { kind: 'text' }>): Uint8Array {
    const bound = term.kind === 'value' ? JSON.stringify(term.values) : absoluteTime(term.time);
    const found = new Uint8Array(this.events.length);
    const rows = this.#database.prepare<[string | number], { place: number }>(
      `SELECT place FROM plain WHERE ${conditionOf(term)}`,
    );
    for (const { place } of rows.all(bound)) found[place] = 1;
    return found;
  }
}

function conditionOf(term: Exclude<FilterTerm, { kind: 'text' }>): string {
  if (term.kind !== 'value') return `received_at ${term.kind === 'since' ? '>=' : '<='} ?`;
  const values = '(SELECT value FROM json_each(?))';
  const isList = term.field === 'code' || term.field === 'mark';
  const holds = isList
    ? `EXISTS (SELECT 1 FROM json_each(${term.field}s) AS one WHERE one.value IN ${values})`
    : `ifnull("${term.field}" IN ${values}, 0)`;
  return term.negated ? `NOT ${holds}` : holds;
}
