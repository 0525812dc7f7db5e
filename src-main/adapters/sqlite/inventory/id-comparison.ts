/**
 * Finds which of many identifiers occur in stored rows, in any field. For one that does not, finds an existing
 * identifier that differs by one character.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { CompareResult } from '../../../../src-shared/api/searches.ts';
import { itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { NearIds } from './near-ids.ts';
import { placeOf, type SearchRow, type SearchRows } from './search-rows.ts';

const BATCH_MS = 400;
const ROWS_PER_QUERY = 1_000;

type Query = { readonly id: string | null; readonly ids: readonly string[]; readonly after: string | null };

export class IdComparison {
  readonly #searches: SearchRows;
  readonly #now: () => number;
  readonly #items: Statement<[object], { readonly place: number; readonly raw: string }>;
  /** List of the unfinished comparison. Each batch sends it again, and preparing it for lookups takes time. */
  #requested: RequestedIds | null = null;

  constructor(database: Database, searches: SearchRows, now: () => number = () => performance.now()) {
    this.#searches = searches;
    this.#now = now;
    this.#items = database.prepare('SELECT place, raw FROM item WHERE place > :after AND place <= :last');
  }

  /**
   * Compares one batch of rows, at least some, however long that takes.
   * @throws AppError NO_SEARCH
   */
  compareBatch({ id, ids, after }: Query): CompareResult {
    const all = id === null ? this.#searches.newestFirst() : [this.#searches.get(id)];
    const [number = Number.POSITIVE_INFINITY, ordinal = 0] = after?.split(' ').map(Number) ?? [];
    const requested = this.#requestedIdsOf(ids);
    const matched = new MatchedIds(requested);
    const until = this.#now() + BATCH_MS;
    let looked = 0;
    for (const search of all.filter((each) => each.number <= number)) {
      let through = search.number === number ? ordinal : 0;
      while (through < search.rows) {
        if (looked > 0 && this.#now() >= until)
          return { ...matched.compared(), looked, next: `${search.number} ${through}` };
        const to = Math.min(search.rows, through + ROWS_PER_QUERY);
        this.#compareRows(search, through, to, matched);
        looked += to - through;
        through = to;
      }
    }
    this.#requested = null;
    return { ...matched.compared(), looked, next: null };
  }

  #requestedIdsOf(ids: readonly string[]): RequestedIds {
    const isSame =
      this.#requested?.ids.length === ids.length && ids.every((id, place) => this.#requested?.ids[place] === id);
    if (this.#requested === null || !isSame) this.#requested = new RequestedIds(ids);
    return this.#requested;
  }

  #compareRows(search: SearchRow, through: number, to: number, matched: MatchedIds): void {
    const bound = { after: placeOf(search.number, through), last: placeOf(search.number, to) };
    for (const { raw } of this.#items.iterate(bound)) for (const value of valuesOf(raw)) matched.match(value);
  }
}

function valuesOf(raw: string): readonly string[] {
  const values: string[] = [];
  try {
    if (collectScalars(JSON.parse(raw), values)) return values;
  } catch {
    // Malformed JSON is read below as far as possible.
  }
  return [...values, ...itemFields(raw).map(({ value }) => value)];
}

/** Returns false if a number may have lost digits. */
function collectScalars(value: unknown, values: string[]): boolean {
  if (typeof value === 'string') values.push(value);
  else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return false;
    values.push(String(value));
  } else if (typeof value === 'object' && value !== null) {
    let isComplete = true;
    for (const each of Object.values(value)) isComplete = collectScalars(each, values) && isComplete;
    return isComplete;
  }
  return true;
}

class RequestedIds {
  readonly ids: readonly string[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly others: NearIds;
  readonly #lengths: ReadonlySet<number>;

  constructor(ids: readonly string[]) {
    this.ids = ids;
    this.indexes = new Map(ids.map((id, index) => [id, index]));
    this.others = new NearIds(ids);
    this.#lengths = new Set(ids.map(({ length }) => length));
  }

  mayBe({ length }: string): boolean {
    return this.#lengths.has(length);
  }
}

class MatchedIds {
  readonly #requested: RequestedIds;
  readonly #found = new Set<number>();
  readonly #near = new Map<number, string>();

  constructor(requested: RequestedIds) {
    this.#requested = requested;
  }

  match(value: string): void {
    if (!this.#requested.mayBe(value)) return;
    const found = this.#requested.indexes.get(value);
    if (found !== undefined) this.#found.add(found);
    this.#requested.others.note(value, this.#near);
  }

  compared(): Pick<CompareResult, 'found' | 'near'> {
    return {
      found: [...this.#found].toSorted((one, other) => one - other),
      near: [...this.#near]
        .flatMap(([place, value]) => (this.#found.has(place) ? [] : { place, value }))
        .toSorted((one, other) => one.place - other.place),
    };
  }
}
