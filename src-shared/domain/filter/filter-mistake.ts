/**
 * Collects the facts for the message about a mistake in a filter: the wrong word, the known words, and the probably
 * intended one.
 */
import { nearestWord } from '../../lib/nearest-word.ts';
import { filterFields } from './filter.ts';
import { allowedWords, type FilterMistake, type RawWord } from './filter-interpretation.ts';
import { termAt } from './filter-parser.ts';

export interface FilterMistakeDetail {
  /** Start of the wrong word, without quotation marks; for a part that is too short everything that was typed. */
  readonly word: string;
  /** Field of the wrong value; null if the word is itself a field, or has none. */
  readonly field: string | null;
  readonly known: readonly string[];
  readonly nearest: string | null;
}

/** In characters. */
const MAX_SHOWN_LENGTH = 60;

export function describeFilterMistake({
  text,
  at,
  length,
  problem,
}: FilterMistake & { readonly text: string }): FilterMistakeDetail {
  const read = termAt(text, at + length);
  const isIt = (value: RawWord) => value.at === at && value.end === at + length;
  // The parser turns `*` into `…`, which the user did not type.
  const isRead = problem !== 'too-short' && problem !== 'sign-within';
  const fullWord = (isRead ? read?.values.find(isIt)?.text : undefined) ?? text.slice(at, at + length);
  const word = fullWord.length > MAX_SHOWN_LENGTH ? `${fullWord.slice(0, MAX_SHOWN_LENGTH)}…` : fullWord;
  const field = read?.field?.text.toLowerCase() ?? null;
  if (problem === 'unknown-field')
    return { word, field: null, known: filterFields, nearest: nearestWord(word, filterFields) };
  const known = problem === 'unknown-value' && field !== null ? allowedWords(field) : [];
  return { word, field, known, nearest: nearestWord(word, known) };
}
