/**
 * Explains a mistake in a filter text: what is wrong, what is allowed and what was probably meant. Used below the query
 * and for an invalid filter in an address. Texts may contain unsafe characters of the filter.
 */
import type { AppErrorDetails } from '../../src-shared/api/errors.ts';
import { FILTER_LIMITS } from '../../src-shared/domain/filter/filter.ts';
import { describeFilterMistake } from '../../src-shared/domain/filter/filter-mistake.ts';
import { MIN_PATTERN_LENGTH } from '../../src-shared/domain/filter/identifier-pattern.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

export interface MistakeWords {
  readonly wrong: string;
  /** A second sentence; null if there is nothing to add. */
  readonly exists: string | null;
  readonly nearest: string | null;
}

export function mistakeWords(mistake: AppErrorDetails['BAD_FILTER']): MistakeWords {
  const { word, field, known: alternatives, nearest } = describeFilterMistake(mistake);
  const listed = `Choose one of: ${alternatives.join(', ')}.`;
  const mistakeText = (wrong: string, exists: string | null = null) => ({ wrong, exists, nearest });
  switch (mistake.problem) {
    case 'unknown-field':
      return mistakeText(`There is no field “${word}”.`, `${listed} Put text with a colon in quotes.`);
    case 'missing-value':
      return mistakeText('A value is missing.', 'Write it after the colon, as in outcome:failed.');
    case 'unknown-value':
      return field === 'seen'
        ? mistakeText('Write seen:yes or seen:no.')
        : mistakeText(`There is no ${field} “${word}”.`, listed);
    case 'open-quote':
      return mistakeText('A quotation mark is not closed.');
    case 'bad-time':
      return mistakeText(
        `“${word}” is not a time.`,
        'Write it as 2026-11-21T14:00 (UTC), or as an age such as 15m, 2h or 7d.',
      );
    case 'not-negatable':
      return mistakeText('A time cannot be negated.', 'since: starts at a time, until: ends at it.');
    case 'too-short':
      return mistakeText(
        `“${word}” is too short for an identifier.`,
        `Write at least ${MIN_PATTERN_LENGTH} characters of it, or = and all of it.`,
      );
    case 'sign-within':
      return mistakeText(
        `In an identifier, “${word}” can only be at the beginning or the end.`,
        'In quotes, or after =, it is an ordinary character.',
      );
    case 'operator':
      return mistakeText(
        `“${word}” does not join terms.`,
        'Terms side by side must all match; a comma within a field means or; a minus before a term means not. To search for it as text, put it in quotes.',
      );
    case 'too-long':
      return mistakeText(
        'This filter is too long.',
        `Use at most ${FILTER_LIMITS.terms} terms of ${FILTER_LIMITS.values} values, each of at most ${FILTER_LIMITS.valueLength} characters.`,
      );
    default:
      return assertNever(mistake.problem);
  }
}
