/** Says what is wrong, what is allowed and what was probably meant. Texts may have unsafe characters of the filter. */
import type { AppErrorDetails } from '../api/errors.ts';
import { type FilterProblem, fieldNamed } from '../domain/filter/filter-interpretation.ts';
import { FILTER_LIMITS, isOtherField, otherFieldTable } from '../domain/filter/filter.ts';
import { describeFilterMistake } from '../domain/filter/filter-mistake.ts';
import { epochHint } from '../domain/filter/filter-time.ts';
import { MIN_PATTERN_LENGTH } from '../domain/filter/identifier-pattern.ts';
import type { PlaceWords } from './error-parts.ts';

export interface FilterMistakeWords {
  readonly wrong: string;
  readonly allowed: string;
  readonly nearest: string | null;
}

export function filterMistakeWords(
  mistake: AppErrorDetails['BAD_FILTER'],
  quoted: PlaceWords['quoted'],
): FilterMistakeWords {
  const { word, field, known, nearest } = describeFilterMistake(mistake);
  const name = field === null ? null : fieldNamed(field);
  const listed = `Choose one of: ${known.join(', ')}.`;
  const problems: Readonly<Record<FilterProblem, readonly [wrong: string, allowed?: string]>> = {
    'unknown-field': [`There is no field ${quoted(word)}.`, `${listed} Put text with a colon in quotes.`],
    'missing-value': ['A value is missing.', 'Write it after the colon, as in outcome:failed.'],
    'unknown-value':
      name !== null && isOtherField(name)
        ? [otherFieldTable[name].hint ?? `Write ${known.map((each) => `${name}:${each}`).join(' or ')}.`]
        : [`There is no ${field} ${quoted(word)}.`, listed],
    'open-quote': ['A quotation mark is not closed.'],
    'bad-time': [
      `${quoted(word)} is not a time.`,
      epochHint(word) ??
        'Write it as 2026-11-21T14:00 (UTC), as an age such as 15m, 2h or 7d, or as a day such as yesterday.',
    ],
    'not-negatable': ['A time cannot be negated.', 'since: starts at a time, until: ends at it.'],
    'too-short': [
      `${quoted(word)} is too short for an identifier.`,
      `Write at least ${MIN_PATTERN_LENGTH} characters of it, or = and all of it.`,
    ],
    'sign-within': [
      `In an identifier, ${quoted(word)} can only be at the beginning or the end.`,
      'In quotes, or after =, it is an ordinary character.',
    ],
    operator: [
      `${quoted(word)} does not join terms.`,
      'Terms side by side must all match; a comma within a field means or; a minus before a term means not. To search for it as text, put it in quotes.',
    ],
    'too-long': [
      'This filter is too long.',
      `Use at most ${FILTER_LIMITS.terms} terms of ${FILTER_LIMITS.values} values, each of at most ${FILTER_LIMITS.valueLength} characters.`,
    ],
  };
  const [wrong, allowed = ''] = problems[mistake.problem];
  return { wrong, allowed, nearest };
}

export function filterMistakeSentence(mistake: AppErrorDetails['BAD_FILTER'], { quoted }: PlaceWords): string {
  const { wrong, allowed, nearest } = filterMistakeWords(mistake, quoted);
  const meant = nearest === null ? '' : `Did you mean ${quoted(nearest)}?`;
  return ['The filter has a mistake.', wrong, allowed, meant].filter((sentence) => sentence !== '').join(' ');
}
