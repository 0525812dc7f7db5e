import { nearestWord } from '../../lib/nearest-word.ts';
import { filterFields } from './filter.ts';
import { allowedWords, type FilterMistake, type RawWord } from './filter-interpretation.ts';
import { termAt } from './filter-parser.ts';

export interface FilterMistakeDetail {
  /** Start of the wrong word, without quotation marks; for a part that is too short everything that was typed. */
  readonly word: string;
  readonly field: string | null;
  readonly known: readonly string[];
  readonly nearest: string | null;
}

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
