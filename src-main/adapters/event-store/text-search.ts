/** Teaches a connection the SQL function `holds_text(raw, id, words)` that a filter's text terms are translated to. */
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { textSearch } from '../../../src-shared/domain/received-text.ts';

const wordsSchema = z.array(z.string());
/** Terms of one filter, and of the few that are asked in turn. */
const KEPT_SEARCHES = 16;

export function registerTextSearch(database: Database): void {
  const searches = new Map<string, ReturnType<typeof textSearch>>();
  const searchFor = (words: string) => {
    const kept = searches.get(words);
    if (kept !== undefined) return kept;
    if (searches.size >= KEPT_SEARCHES) searches.clear();
    const search = textSearch(wordsSchema.parse(JSON.parse(words)));
    searches.set(words, search);
    return search;
  };
  database.function('holds_text', { deterministic: true }, (raw: string, id: string | null, words: string) =>
    searchFor(words)(raw, id) ? 1 : 0,
  );
}
