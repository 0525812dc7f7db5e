import { MAX_SAVED_SEARCHES, type SavedSearchProblem } from '../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { numberText } from '../../src-shared/words/store-words.ts';

export function savedSearchProblemWords(problem: SavedSearchProblem): string {
  switch (problem.kind) {
    case 'too-large':
      return 'The file is larger than saved searches ever are. Nothing was taken from it.';
    case 'not-searches':
      return 'The file holds no saved searches. Nothing was taken from it.';
    case 'other-version':
      return 'The file was written by another version of Watchfloor, which writes searches otherwise. Nothing was taken from it.';
    case 'too-many':
      return `A profile has room for ${MAX_SAVED_SEARCHES} searches: the last ${numberText(problem.left)} of the file were left out.`;
    case 'not-a-search':
      return `${problem.name === null ? `Search ${problem.number} of the file` : `“${problem.name}”`} was left out: it is no search.`;
    default:
      return assertNever(problem);
  }
}
