/** The described and the listed search differ while a new one has no answer: the rows of the previous one stay. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';

export interface ShownSearch {
  readonly search: SearchSummary | null;
  readonly listed: SearchSummary | null;
  readonly isMissing: boolean;
}

/** `requested` is empty for the newest. `before`: the search whose rows were listed last. */
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
