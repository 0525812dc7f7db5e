/**
 * Which search the screen tells of, and whose rows it shows: the same, but while a new one was not answered yet or was
 * refused. Then the rows of the one before stay, and it is said whose they are.
 */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';

export interface ShownSearch {
  /** `null` where there is none. */
  readonly search: SearchSummary | null;
  /** Whose rows are listed; `null` where none has any. */
  readonly listed: SearchSummary | null;
  /** The address names one that is not kept here (any more). */
  readonly isMissing: boolean;
}

/**
 * @param searches newest first
 * @param wanted id of the one that the address names; empty: the newest
 * @param before id of the one whose rows were listed last
 */
export function shownSearch(searches: readonly SearchSummary[], wanted: string, before: string | null): ShownSearch {
  const named = wanted === '' ? undefined : searches.find(({ id }) => id === wanted);
  // The check of a gap is the Coverage page's, unless somebody asked for its rows.
  const search = named ?? searches.find(({ gapCheck }) => gapCheck === null) ?? null;
  const isMissing = wanted !== '' && named === undefined;
  if (search === null || wasAnswered(search)) return { search, listed: search, isMissing };
  const others = searches.filter(
    (other) => other !== search && other.gapCheck === null && wasAnswered(other) && other.begunAt <= search.begunAt,
  );
  return { search, listed: others.find(({ id }) => id === before) ?? others[0] ?? null, isMissing };
}

function wasAnswered({ askedAt }: SearchSummary): boolean {
  return askedAt !== null;
}

/** Where it is another, rows that were read may have others in their place, or be marked. */
export function revisionOf({ passes, notSeenAgain, doubled, state }: SearchSummary): string {
  return `${passes} ${notSeenAgain} ${doubled} ${state.kind === 'ended'}`;
}
