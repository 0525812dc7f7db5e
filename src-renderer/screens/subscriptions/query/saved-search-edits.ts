import type { SavedSearch } from '../../../../src-shared/domain/saved-search.ts';

/** Returns the saved search with this body, ignoring white space between its tokens. */
export function savedSearchFor(searches: readonly SavedSearch[], body: string): SavedSearch | null {
  const key = bodyKey(body);
  return searches.find((search) => search.body === body || bodyKey(search.body) === key) ?? null;
}

/** Not parsed, because parsing would round long numbers. */
function bodyKey(body: string): string {
  return body.replaceAll(/"(?:\\.|[^"\\])*"|\s+/g, (token) => (token.startsWith('"') ? token : ''));
}
