import type { SavedSearch } from '../../../../src-shared/domain/saved-search.ts';

/** Returns the saved search with this body, ignoring white space. */
export function savedSearchFor(searches: readonly SavedSearch[], body: string): SavedSearch | null {
  const key = bodyKey(body);
  return searches.find((search) => search.body === body || bodyKey(search.body) === key) ?? null;
}

/** Also removes spaces within texts. Saved searches that differ only there are rare. */
function bodyKey(body: string): string {
  return body.replaceAll(/\s/g, '');
}
