/**
 * Where in a text that is being written the caret stands: in the name of a field, or in which of its values. What is not
 * finished is no mistake here; what the text means is the language's to say (`filter-parser.ts`).
 */
import { termAt } from '../../../../src-shared/domain/filter-parser.ts';

export interface CaretContext {
  /** Of the term around the caret, `-` included. */
  readonly from: number;
  readonly isNegated: boolean;
  /** In lower case; `null` where none is named: the word itself is looked for, or begins the name of a field. */
  readonly field: string | null;
  /** The word around the caret, quotes included: a value, or the name of a field that is not finished. */
  readonly wordFrom: number;
  readonly wordTo: number;
  /** What of the word stands before the caret, without quotes. */
  readonly typed: string;
  /** The values of the term beside this one, without quotes. */
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

/** A space that stands here ends a term and belongs to no value. */
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
