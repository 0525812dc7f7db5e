/** Describes the failures of a search, its rows and its requests. `words.ts` describes all others. */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { MAX_BODY_LENGTH } from '../../src-shared/service/search-body.ts';

type Codes = 'SEARCHES_DAMAGED' | 'TOO_MANY_SEARCHES' | 'BAD_SEARCH' | 'NO_SEARCH' | 'NO_ROW' | 'NO_REQUEST' | 'NO_GAP';

export function searchWords(data: Extract<AppErrorData, { code: Codes }>): string {
  switch (data.code) {
    case 'SEARCHES_DAMAGED':
      return `The saved searches in ${data.facts.path} cannot be understood. The file was left as it is. Mend it, or move it away and begin anew.`;
    case 'TOO_MANY_SEARCHES':
      return `There are ${data.facts.limit} saved searches already, and no profile has more. Delete one of them first.`;
    case 'BAD_SEARCH':
      return bodyWords(data.facts);
    case 'NO_SEARCH':
      return `There is no search "${data.facts.id}" here any more. Search anew.`;
    case 'NO_ROW':
      return `The search has no row ${data.facts.ordinal}. It may have been removed meanwhile. Search anew.`;
    case 'NO_REQUEST':
      return `The request ${data.facts.number} is not among the last ones any more.`;
    case 'NO_GAP':
      return `There is no gap ${data.facts.gap} that is over. \`watchfloor coverage\` lists those that there are.`;
    default:
      return assertNever(data);
  }
}

function bodyWords({ problem, at, detail }: AppErrorDetails['BAD_SEARCH']): string {
  const wrong = (what: string) => `The body of the search ${what}. Nothing was sent.`;
  switch (problem) {
    case 'not-json':
      return wrong(`is no valid JSON, at character ${at + 1}${detail === undefined ? '' : ` (${detail})`}`);
    case 'not-an-object':
      return wrong('must be one JSON object');
    case 'too-long':
      return wrong(`is longer than ${MAX_BODY_LENGTH} characters`);
    case 'too-deep':
      return wrong('is nested too deeply');
    case 'after':
      return wrong('has an "after" of its own: Watchfloor gives the token of each page itself. Leave it out');
    case 'twice':
      return wrong(`has ${detail === undefined ? 'a property' : `"${detail}"`} twice. Leave one of them out`);
    default:
      return assertNever(problem);
  }
}
