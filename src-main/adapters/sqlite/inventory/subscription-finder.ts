/** Finds subscriptions by a part of an identifier, each once, from the newest search in which it matches. */
import type { Database } from 'better-sqlite3';
import type { FindResult } from '../../../../src-shared/api/searches.ts';
import { type ItemField, identifiersOfItem, itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { containsOne, fieldWith, likePatterns, MAY_MATCH, searchedTexts } from './row-matches.ts';
import { ordinalAt, placeOf, rowRanges, type SearchRow, type SearchRows } from './search-rows.ts';

/** Alarms, exports and text search wait for the same thread. */
const BATCH_MS = 50;
const ROWS_PER_QUERY = 4_000;
const MAX_FOUND = 64;

const MATCHES = `SELECT place, subscription AS id, raw FROM item WHERE ${MAY_MATCH}`;
const KNOWN = `
  SELECT raw FROM item
  WHERE place = (:search << 32) + (SELECT ordinal FROM known WHERE search = :search AND subscription = :id)`;

export function createSubscriptionFinder(
  database: Database,
  searches: SearchRows,
  now: () => number = () => performance.now(),
) {
  const matches = database.prepare<[object], { place: number; id: string | null; raw: string }>(MATCHES);
  const known = database.prepare<[object], string>(KNOWN).pluck();

  /** Searches one batch of rows, at least some, however long that takes. */
  function findBatch({ text, after }: { readonly text: string; readonly after: string | null }): FindResult {
    const all = searches.newestFirst();
    const until = now() + BATCH_MS;
    const texts = searchedTexts(text.trim());
    const found: FindResult['found'] = [];
    let hasStarted = false;
    const patterns = likePatterns(texts);
    for (const { search, from, to, position } of rowRanges(all, after, ROWS_PER_QUERY)) {
      if (hasStarted && (now() >= until || found.length >= MAX_FOUND)) return { found, next: position };
      hasStarted = true;
      const newer = all.filter((other) => other.number > search.number);
      const bound = { after: placeOf(search.number, from), last: placeOf(search.number, to), ...patterns };
      for (const { place, id, raw } of matches.iterate(bound)) {
        const field = identifierWith(raw, texts);
        if (field === null || (id !== null && isFoundInNewer(newer, id, texts))) continue;
        const { name, value } = field;
        const ordinal = ordinalAt(place);
        found.push({ search: search.id, ordinal, id, field: name, value, askedAt: search.askedAt });
        if (found.length >= MAX_FOUND && ordinal < to) return { found, next: `${search.number} ${ordinal}` };
      }
    }
    return { found, next: null };
  }

  function isFoundInNewer(newer: readonly SearchRow[], id: string, texts: readonly string[]): boolean {
    return newer.some(({ number }) => {
      const raw = known.get({ search: number, id });
      return raw !== undefined && identifierWith(raw, texts) !== null;
    });
  }

  return { findBatch };
}

function identifierWith(raw: string, texts: readonly string[]): ItemField | null {
  const fields = itemFields(raw);
  if (fieldWith(fields, texts) === undefined) return null;
  const identifiers = identifiersOfItem(fields).filter((one) => containsOne(one, texts));
  for (const identifier of identifiers) {
    const field =
      fields.find(({ value }) => value === identifier) ?? fields.find(({ value }) => value.includes(identifier));
    if (field !== undefined) return { ...field, value: identifier };
  }
  return null;
}
