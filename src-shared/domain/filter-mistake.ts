/** What a sentence about a mistake in a filter needs: the word that is wrong, what exists, and what was probably meant. */
import type { AppErrorFacts } from '../api/errors.ts';
import { nearest } from '../lib/nearest-word.ts';
import { closedWords, filterFields, type WrittenWord } from './filter-meaning.ts';
import { termAt } from './filter-reading.ts';

export interface FilterSlip {
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
const MOST_SHOWN = 60;

/** @param mistake of a filter's text, as `parseFilter` says it */
export function filterSlip({ text, at, length, problem }: AppErrorFacts['BAD_FILTER']): FilterSlip {
  const read = termAt(text, at + length);
  const isIt = (value: WrittenWord) => value.at === at && value.end === at + length;
  // What was read of `*` is `…`, which nobody typed.
  const isRead = problem !== 'too-short' && problem !== 'sign-within';
  const whole = (isRead ? read?.values.find(isIt)?.text : undefined) ?? text.slice(at, at + length);
  const word = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}…` : whole;
  const field = read?.field?.text.toLowerCase() ?? null;
  if (problem === 'unknown-field')
    return { word, field: null, known: filterFields, nearest: nearest(word, filterFields) };
  const known = problem === 'unknown-value' && field !== null ? closedWords(field) : [];
  return { word, field, known, nearest: nearest(word, known) };
}
