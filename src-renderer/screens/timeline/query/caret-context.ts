/** Finds the field or value at the caret. Reports no mistakes; `filter-parser.ts` interprets the text. */
import { termAt } from '../../../../src-shared/domain/filter/filter-parser.ts';

export interface CaretContext {
  /** Start of the term around the caret, including `-`. */
  readonly from: number;
  readonly isNegated: boolean;
  /** Lower case; null if the term names no field, so the word is a text to search or the start of a field name. */
  readonly field: string | null;
  /** The word around the caret including quotes: a value, or an unfinished field name. */
  readonly wordFrom: number;
  readonly wordTo: number;
  /** Part of the word before the caret, without quotes. */
  readonly typed: string;
  /** The other values of the term, without quotes. */
  readonly others: readonly string[];
}

export function caretContextAt(text: string, caret: number): CaretContext {
  const term = termAt(text, caret);
  if (term === null)
    return { from: caret, isNegated: false, field: null, wordFrom: caret, wordTo: caret, typed: '', others: [] };
  const { at: from, negated: isNegated, field } = term;
  const isInName = field !== null && caret <= field.end;
  const values = isInName ? [] : term.values;
  const value = values.find(({ end }) => caret <= end);
  const word = isInName ? field : (value ?? { at: caret, end: caret });
  const wordFrom = Math.min(word.at, Math.max(caret, from + (isNegated ? 1 : 0)));
  return {
    from,
    isNegated,
    field: isInName ? null : (field?.text.toLowerCase() ?? null),
    wordFrom,
    wordTo: word.end,
    typed: unquoted(text.slice(wordFrom, caret)),
    others: values.flatMap((other) => (other === value ? [] : [other.text])),
  };
}

/** True if a space at this position ends a term instead of being part of a value. */
export function isOutsideQuotes(text: string, at: number): boolean {
  let isQuoted = false;
  for (let index = 0; index < at; index += 1) {
    if (text[index] === '"') isQuoted = !isQuoted;
    else if (isQuoted && text[index] === '\\') index += 1;
  }
  return !isQuoted;
}

function unquoted(value: string): string {
  return value.replaceAll(/\\(["\\])|"/g, '$1');
}
