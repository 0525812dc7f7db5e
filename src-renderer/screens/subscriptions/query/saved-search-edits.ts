/** Which of the saved searches is asked. Pure. */
import type { SavedSearch } from '../../../../src-shared/domain/saved-search.ts';

/** The search that asks for just this, however it is laid out. */
export function savedSearchFor(searches: readonly SavedSearch[], body: string): SavedSearch | null {
  const wanted = bodyKey(body);
  return searches.find((search) => search.body === body || bodyKey(search.body) === wanted) ?? null;
}

/** Spaces within texts count, too: two that differ in no more are rare, and told apart by their names. */
function bodyKey(body: string): string {
  return body.replaceAll(/\s/g, '');
}
