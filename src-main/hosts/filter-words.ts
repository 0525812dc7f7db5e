import type { AppErrorDetails } from '../../src-shared/api/errors.ts';
import { FILTER_LIMITS } from '../../src-shared/domain/filter/filter.ts';
import { describeFilterMistake } from '../../src-shared/domain/filter/filter-mistake.ts';
import { MIN_PATTERN_LENGTH } from '../../src-shared/domain/filter/identifier-pattern.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

/**
 * Describes the mistake, lists the valid names and suggests the nearest one. The text may contain hostile characters
 * from the filter.
 */
export function filterWords(mistake: AppErrorDetails['BAD_FILTER']): string {
  const { nearest } = describeFilterMistake(mistake);
  const meant = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `The filter has a mistake: ${mistakeWords(mistake)}${meant}`;
}

function mistakeWords(mistake: AppErrorDetails['BAD_FILTER']): string {
  const { word, field, known } = describeFilterMistake(mistake);
  const listed = `Expected one of: ${known.join(', ')}.`;
  switch (mistake.problem) {
    case 'unknown-field':
      return `there is no field "${word}". ${listed} Put text with a colon in quotation marks.`;
    case 'missing-value':
      return 'a value is missing, as in outcome:failed.';
    case 'unknown-value':
      return field === 'seen' ? 'expected seen:yes or seen:no.' : `there is no ${field} "${word}". ${listed}`;
    case 'open-quote':
      return 'a quotation mark is not closed.';
    case 'bad-time':
      return `"${word}" is not a time. Expected ISO 8601 (UTC if no zone is given) or an age such as 90s, 15m, 2h, 7d.`;
    case 'not-negatable':
      return 'a time cannot be negated. Use since: for times after it, until: for times before it.';
    case 'too-short':
      return `"${word}" is too short for an identifier. Give at least ${MIN_PATTERN_LENGTH} characters of it, or = and the complete identifier.`;
    case 'sign-within':
      return `in an identifier "${word}" may only be at the beginning or the end. To search for the character itself, use quotation marks or =.`;
    case 'operator':
      return `"${word}" does not join terms. Terms side by side must all match; a comma in a field means or, a minus before a term means not. To search for it as text, put it in quotation marks.`;
    case 'too-long':
      return `it is too long. At most ${FILTER_LIMITS.terms} terms of ${FILTER_LIMITS.values} values, each of at most ${FILTER_LIMITS.valueLength} characters.`;
    default:
      return assertNever(mistake.problem);
  }
}
