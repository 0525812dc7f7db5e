/** Finds which identifiers occur in stored rows, in any field, or differ from an existing one by one character. */
import type { Database } from 'better-sqlite3';
import type { CompareResult } from '../../../../src-shared/api/searches.ts';
import { itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { readIdentifier } from '../../../../src-shared/service/identifier-text.ts';
import { NearIds } from './near-ids.ts';
import { placeOf, rowRanges, type SearchRows } from './search-rows.ts';

const BATCH_MS = 400;
const ROWS_PER_QUERY = 1_000;

type Query = { readonly id: string | null; readonly ids: readonly string[]; readonly after: string | null };

export function createIdComparison(
  database: Database,
  searches: SearchRows,
  now: () => number = () => performance.now(),
) {
  /** List of the unfinished comparison. Each batch sends it again, and preparing it for lookups takes time. */
  let lastRequest: RequestedIds | null = null;
  const items = database.prepare<[object], { readonly place: number; readonly raw: string }>(
    'SELECT place, raw FROM item WHERE place > :after AND place <= :last',
  );

  /** Compares at least some rows, however long that takes. @throws AppError NO_SEARCH */
  function compareBatch({ id, ids, after }: Query): CompareResult {
    const all = id === null ? searches.newestFirst() : [searches.get(id)];
    const requested = requestedIdsOf(ids);
    const matched = matchIds(requested);
    const until = now() + BATCH_MS;
    let looked = 0;
    for (const { search, from, to, position } of rowRanges(all, after, ROWS_PER_QUERY)) {
      if (looked > 0 && now() >= until) return { ...matched.compared(), looked, next: position };
      const bound = { after: placeOf(search.number, from), last: placeOf(search.number, to) };
      for (const { raw } of items.iterate(bound)) for (const value of valuesOf(raw)) matched.match(value);
      looked += to - from;
    }
    lastRequest = null;
    return { ...matched.compared(), looked, next: null };
  }

  function requestedIdsOf(ids: readonly string[]): RequestedIds {
    const isSame = lastRequest?.ids.length === ids.length && ids.every((id, place) => lastRequest?.ids[place] === id);
    if (lastRequest === null || !isSame) lastRequest = requestIds(ids);
    return lastRequest;
  }

  return { compareBatch };
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

function requestIds(ids: readonly string[]) {
  return {
    ids,
    indexes: new Map(ids.map((id, index) => [id, index])),
    others: new NearIds(ids),
    lengths: new Set(ids.map(({ length }) => length)),
  };
}
type RequestedIds = ReturnType<typeof requestIds>;

/** A number may be stored with the prefix that lists of ids are read without. */
const INTERNATIONAL = /^(?:\+|00)\d/;

function matchIds({ indexes, others, lengths }: RequestedIds) {
  const found = new Set<number>();
  const near = new Map<number, string>();
  const match = (value: string): void => {
    if (!lengths.has(value.length)) return;
    const index = indexes.get(value);
    if (index !== undefined) found.add(index);
    others.note(value, near);
  };
  return {
    match(value: string): void {
      if (INTERNATIONAL.test(value)) match(readIdentifier(value));
      match(value);
    },
    compared: (): Pick<CompareResult, 'found' | 'near'> => ({
      found: [...found].toSorted((one, other) => one - other),
      near: [...near]
        .flatMap(([place, value]) => (found.has(place) ? [] : { place, value }))
        .toSorted((one, other) => one.place - other.place),
    }),
  };
}
