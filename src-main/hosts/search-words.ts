/** Describes the failures of a search, its rows and its requests. `words.ts` describes all others. */
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { MAX_BODY_LENGTH } from '../../src-shared/service/search-body.ts';

type Codes = 'SEARCHES_DAMAGED' | 'TOO_MANY_SEARCHES' | 'BAD_SEARCH' | 'NO_SEARCH' | 'NO_ROW' | 'NO_REQUEST' | 'NO_GAP';

export function searchWords(data: Extract<AppErrorData, { code: Codes }>): string {
  switch (data.code) {
    case 'SEARCHES_DAMAGED':
      return `The saved searches in ${data.facts.path} cannot be understood. The file was not changed. Repair it, or move it away and save them again.`;
    case 'TOO_MANY_SEARCHES':
      return `A profile has at most ${data.facts.limit} saved searches. Delete one first.`;
    case 'BAD_SEARCH':
      return bodyWords(data.facts);
    case 'NO_SEARCH':
      return `The search "${data.facts.id}" no longer exists. Search again.`;
    case 'NO_ROW':
      return `The search has no row ${data.facts.ordinal}. It may have been removed. Search again.`;
    case 'NO_REQUEST':
      return `The request ${data.facts.number} is no longer in the list of recent requests.`;
    case 'NO_GAP':
      return `There is no ended gap ${data.facts.gap}. \`watchfloor coverage\` lists all gaps.`;
    default:
      return assertNever(data);
  }
}

function bodyWords({ problem, at, detail }: AppErrorDetails['BAD_SEARCH']): string {
  const wrong = (what: string) => `The body of the search ${what}. Nothing was sent.`;
  switch (problem) {
    case 'not-json':
      return wrong(`is not valid JSON, at character ${at + 1}${detail === undefined ? '' : ` (${detail})`}`);
    case 'not-an-object':
      return wrong('must be one JSON object');
    case 'too-long':
      return wrong(`is longer than ${MAX_BODY_LENGTH} characters`);
    case 'too-deep':
      return wrong('is nested too deeply');
    case 'after':
      return wrong('has an "after": Watchfloor adds the token of each page itself. Remove it');
    case 'twice':
      return wrong(`has ${detail === undefined ? 'a property' : `"${detail}"`} twice. Remove one of them`);
    default:
      return assertNever(problem);
  }
}
