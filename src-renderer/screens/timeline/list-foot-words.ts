/** States how much of the store was searched for the list. Never says "all" before all was counted. Pure. */
import { numberText } from '../../../src-shared/words/store-words.ts';

export interface SearchExtent {
  /** Matching events counted so far; null if nothing was counted yet. */
  readonly events: number | null;
  readonly isComplete: boolean;
  /** Number of the newest events whose text is searched one by one; null if the query does not search texts. */
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
