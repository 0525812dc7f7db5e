/** What a sentence about a mistake in a filter needs: the word that is wrong, what exists, and what was probably meant. */
import type { AppErrorDetails } from '../api/errors.ts';
import { nearestWord } from '../lib/nearest-word.ts';
import { allowedWords, filterFields, type RawWord } from './filter-interpretation.ts';
import { termAt } from './filter-parser.ts';

export interface FilterMistakeDetail {
  /** The beginning of the wrong word, without quotation marks; of a piece that is too short all that was typed. */
  readonly word: string;
  /** In whose place it stands; `null` where it is a field itself, or stands without one. */
  readonly field: string | null;
  /** What may stand there, where that is a list that ends. */
  readonly known: readonly string[];
  /** One of them. */
  readonly nearest: string | null;
}

/** Of a wrong word, in characters. */
const MAX_SHOWN_LENGTH = 60;

/** @param mistake of a filter's text, as `parseFilter` says it */
export function describeFilterMistake({
  text,
  at,
  length,
  problem,
}: AppErrorDetails['BAD_FILTER']): FilterMistakeDetail {
  const read = termAt(text, at + length);
  const isIt = (value: RawWord) => value.at === at && value.end === at + length;
  // What was read of `*` is `…`, which nobody typed.
  const isRead = problem !== 'too-short' && problem !== 'sign-within';
  const whole = (isRead ? read?.values.find(isIt)?.text : undefined) ?? text.slice(at, at + length);
  const word = whole.length > MAX_SHOWN_LENGTH ? `${whole.slice(0, MAX_SHOWN_LENGTH)}…` : whole;
  const field = read?.field?.text.toLowerCase() ?? null;
  if (problem === 'unknown-field')
    return { word, field: null, known: filterFields, nearest: nearestWord(word, filterFields) };
  const known = problem === 'unknown-value' && field !== null ? allowedWords(field) : [];
  return { word, field, known, nearest: nearestWord(word, known) };
}
