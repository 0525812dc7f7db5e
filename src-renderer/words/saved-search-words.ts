import { MAX_SAVED_SEARCHES, type SavedSearchProblem } from '../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { numberText } from '../../src-shared/words/store-words.ts';

export function savedSearchProblemWords(problem: SavedSearchProblem): string {
  switch (problem.kind) {
    case 'too-large':
      return 'The file is too large for saved searches. Nothing was imported.';
    case 'not-searches':
      return 'The file holds no saved searches. Nothing was imported.';
    case 'other-version':
      return 'The file was written by a version of Watchfloor that stores searches differently. Nothing was imported.';
    case 'too-many':
      return `A profile can have ${MAX_SAVED_SEARCHES} searches: the last ${numberText(problem.left)} of the file were skipped.`;
    case 'not-a-search':
      return `${problem.name === null ? `Search ${problem.number} of the file` : `“${problem.name}”`} was skipped: it is not a search.`;
    default:
      return assertNever(problem);
  }
}
