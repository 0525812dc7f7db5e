/** What of the store was looked through for the list, in words. Pure; it never says "all" before all was counted. */
import { numberText } from '../../../src-shared/words/store-words.ts';

export interface SearchExtent {
  /** As many match, as far as was counted; `null`: nothing was counted yet. */
  readonly events: number | null;
  readonly isComplete: boolean;
  /** So many of the newest are looked through one by one; `null`: texts do not matter. */
  readonly directlySearched: number | null;
  readonly isFiltered: boolean;
}

export function searchedWords({ events, isComplete, directlySearched, isFiltered }: SearchExtent): string {
  const through =
    directlySearched !== null && directlySearched > 0
      ? `searching the newest ${numberText(directlySearched)} directly`
      : null;
  if (events === null) return through ?? '';
  const counted = isComplete
    ? events === 0
      ? `nothing ${isFiltered ? 'matches' : 'is stored'}`
      : `all ${numberText(events)} ${isFiltered ? 'that match' : 'stored'}`
    : `at least ${numberText(events)}, still counting`;
  return through === null ? counted : `${through} · ${counted}`;
}
