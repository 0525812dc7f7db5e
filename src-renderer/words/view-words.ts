/** Explains problems in a file of saved views. Names are untrusted; the caller passes them through `visibleText`. */
import type { SharedView } from '../../src-shared/api/views.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import type { ViewProblem } from '../../src-shared/domain/saved-view.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import type { Zone } from '../time/time-text.ts';
import { errorWords } from './error-words.ts';
import { capitalized } from '../../src-shared/lib/capitalized.ts';
import { filterSentence, spanSentence } from './filter-sentence.ts';

export function viewProblemWords(problem: ViewProblem): string {
  switch (problem.kind) {
    case 'too-large':
      return 'The file is too large for saved views. Nothing was imported.';
    case 'not-views':
      return 'The file holds no saved views. Nothing was imported.';
    case 'other-version':
      return 'The file was written by a version of Watchfloor that stores views differently. Nothing was imported.';
    case 'too-many':
      return `A profile can have 200 views: the last ${numberText(problem.left)} of the file were skipped.`;
    case 'not-a-view':
      return `${problem.name === null ? `View ${problem.number} of the file` : `“${problem.name}”`} was skipped: it is not a view.`;
    case 'bad-query': {
      const { at, length, problem: mistake } = problem.mistake;
      const words = errorWords({ code: 'BAD_FILTER', facts: { text: problem.query, at, length, problem: mistake } });
      return `“${problem.name}” was skipped. ${words}`;
    }
    default:
      return assertNever(problem);
  }
}

/** @param memberName made safe to show by the caller */
export function sharedByWords(
  memberName: string,
  { isOwn, isSending }: Pick<SharedView, 'isOwn' | 'isSending'>,
): string {
  return `${isOwn ? 'shared with the team' : `shared by ${memberName}`}${isSending ? ', sending' : ''}`;
}

export function viewWords(filter: Filter, zone: Zone): string {
  return `${capitalized(filterSentence(filter))} · ${spanSentence(filter, zone) ?? 'all stored'}`;
}
