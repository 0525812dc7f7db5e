/** Error sentences for searches, their rows and requests; `error-words.ts` has the others. */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { MAX_BODY_LENGTH } from '../../src-shared/service/search-body.ts';

type Codes = 'SEARCHES_DAMAGED' | 'TOO_MANY_SEARCHES' | 'BAD_SEARCH' | 'NO_SEARCH' | 'NO_ROW' | 'NO_REQUEST' | 'NO_GAP';

export function searchErrorWords(data: Extract<AppErrorData, { code: Codes }>): string {
  switch (data.code) {
    case 'SEARCHES_DAMAGED':
      return `The saved searches in ${data.facts.path} cannot be understood. The file was not changed. Repair it, or move it away and save them again.`;
    case 'TOO_MANY_SEARCHES':
      return `A profile has at most ${data.facts.limit} saved searches. Delete one first.`;
    case 'BAD_SEARCH':
      return bodyWords(data.facts);
    case 'NO_SEARCH':
      return 'This search is no longer stored here. Search again.';
    case 'NO_ROW':
      return `The search no longer has row ${data.facts.ordinal}. Search again.`;
    case 'NO_REQUEST':
      return 'This request is no longer among the last ones.';
    case 'NO_GAP':
      return 'This gap is not over yet, or is no longer stored.';
    default:
      return assertNever(data);
  }
}

/** The text does not point to the mistake; the editor marks it in the body. */
function bodyWords({ problem, at, detail }: AppErrorDetails['BAD_SEARCH']): string {
  switch (problem) {
    case 'not-json':
      return `This is not valid JSON: see character ${at + 1}.`;
    case 'not-an-object':
      return 'The body of a search must be one JSON object.';
    case 'too-long':
      return `The body of a search has at most ${MAX_BODY_LENGTH} characters.`;
    case 'too-deep':
      return 'The body of the search is nested too deeply.';
    case 'after':
      return 'Remove “after”: Watchfloor adds the token of each page itself.';
    case 'twice':
      return `${detail === undefined ? 'A property' : `“${detail}”`} is there twice. Remove one.`;
    default:
      return assertNever(problem);
  }
}
