/** What saving, renaming and importing searches comes to: decided here, done by the store. Pure. */
import { MOST_SEARCHES, type SavedSearch } from '../../../../src-shared/domain/saved-search.ts';
import { newViewId } from '../../timeline/views/view-edits.ts';

/** The one that is called so already: people tell searches by their names, in whatever case. */
export function searchNamed(searches: readonly SavedSearch[], name: string): SavedSearch | null {
  const wanted = nameKey(name);
  return searches.find((search) => nameKey(search.name) === wanted) ?? null;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The search that asks for just this, however it is laid out. */
export function searchOf(searches: readonly SavedSearch[], body: string): SavedSearch | null {
  const wanted = bodyKey(body);
  return searches.find((search) => search.body === body || bodyKey(search.body) === wanted) ?? null;
}

/** Spaces within texts count, too: two that differ in no more are rare, and told apart by their names. */
function bodyKey(body: string): string {
  return body.replaceAll(/\s/g, '');
}

/** Why another one cannot be saved; `null` where it can. */
export function noRoomFor(searches: readonly SavedSearch[]): string | null {
  return searches.length < MOST_SEARCHES
    ? null
    : `There are ${MOST_SEARCHES} saved searches already. Delete one first.`;
}

/** Imported ones beside those that are there: one of the same name takes its place, with its id. */
export function withImportedSearches(
  searches: readonly SavedSearch[],
  imported: readonly SavedSearch[],
): readonly SavedSearch[] {
  const known = [...searches];
  return imported.map((search) => {
    const same = searchNamed(known, search.name);
    const isTaken = same === null && known.some(({ id }) => id === search.id);
    const kept = { ...search, id: same?.id ?? (isTaken ? newViewId() : search.id) };
    if (same === null) known.push(kept);
    else known[known.indexOf(same)] = kept;
    return kept;
  });
}
