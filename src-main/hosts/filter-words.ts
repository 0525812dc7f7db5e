import type { AppErrorDetails } from '../../src-shared/api/errors.ts';
import { FILTER_LIMITS } from '../../src-shared/domain/filter.ts';
import { describeFilterMistake } from '../../src-shared/domain/filter-mistake.ts';
import { MIN_PATTERN_LENGTH } from '../../src-shared/domain/identifier-pattern.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

/**
 * Describes the mistake, lists the valid names and suggests the nearest one. The text may contain hostile characters
 * from the filter.
 */
export function filterWords(mistake: AppErrorDetails['BAD_FILTER']): string {
  const { nearest } = describeFilterMistake(mistake);
  const meant = nearest === null ? '' : ` Perhaps "${nearest}" is meant.`;
  return `The filter has a mistake: ${mistakeWords(mistake)}${meant}`;
}

function mistakeWords(mistake: AppErrorDetails['BAD_FILTER']): string {
  const { word, field, known } = describeFilterMistake(mistake);
  const listed = `There are: ${known.join(', ')}.`;
  switch (mistake.problem) {
    case 'unknown-field':
      return `no field is called "${word}". ${listed} Text with a colon stands in quotation marks.`;
    case 'missing-value':
      return 'a value is missing, as in outcome:failed.';
    case 'unknown-value':
      return field === 'seen' ? 'it is either seen:yes or seen:no.' : `no ${field} is called "${word}". ${listed}`;
    case 'open-quote':
      return 'a quotation mark is not closed.';
    case 'bad-time':
      return `"${word}" is no time. Expected is ISO 8601 (UTC where no zone is given) or an age such as 90s, 15m, 2h, 7d.`;
    case 'not-negatable':
      return 'a time cannot be negated. since: means from a time on, until: up to it.';
    case 'too-short':
      return `"${word}" is too short to tell an identifier by. Give at least ${MIN_PATTERN_LENGTH} characters of it, or = and the whole.`;
    case 'sign-within':
      return `in an identifier "${word}" stands at the beginning or the end. In quotation marks, or behind =, it stands for itself.`;
    case 'operator':
      return `"${word}" joins no terms. Terms that stand beside each other all hold; a comma within a field means or, a minus before a term means not; as text, put it in quotation marks.`;
    case 'too-long':
      return `it is longer than a filter may be: at most ${FILTER_LIMITS.terms} terms of ${FILTER_LIMITS.values} values, each of at most ${FILTER_LIMITS.valueLength} characters.`;
    default:
      return assertNever(mistake.problem);
  }
}
