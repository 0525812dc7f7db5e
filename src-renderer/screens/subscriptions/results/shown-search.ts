/**
 * Chooses the search that the screen describes and the search whose rows it shows. They differ while a new search has
 * no answer or was refused: the rows of the previous one stay and are labelled.
 */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';

export interface ShownSearch {
  readonly search: SearchSummary | null;
  /** The search whose rows are listed; null if none has any. */
  readonly listed: SearchSummary | null;
  readonly isMissing: boolean;
}

/**
 * @param searches newest first
 * @param requested id in the address; empty for the newest
 * @param before id of the search whose rows were listed last
 */
export function shownSearch(searches: readonly SearchSummary[], requested: string, before: string | null): ShownSearch {
  const named = requested === '' ? undefined : searches.find(({ id }) => id === requested);
  // Searches of gap checks belong to Coverage. They are shown here only if the address names them.
  const search = named ?? searches.find(({ gapCheck }) => gapCheck === null) ?? null;
  const isMissing = requested !== '' && named === undefined;
  if (search === null || hasResponse(search)) return { search, listed: search, isMissing };
  const others = searches.filter(
    (other) => other !== search && other.gapCheck === null && hasResponse(other) && other.begunAt <= search.begunAt,
  );
  return { search, listed: others.find(({ id }) => id === before) ?? others[0] ?? null, isMissing };
}

function hasResponse({ askedAt }: SearchSummary): boolean {
  return askedAt !== null;
}

/** Changes if the content or the marks of loaded rows may have changed. */
export function revisionOf({ passes, notSeenAgain, doubled, state }: SearchSummary): string {
  return `${passes} ${notSeenAgain} ${doubled} ${state.kind === 'ended'}`;
}
