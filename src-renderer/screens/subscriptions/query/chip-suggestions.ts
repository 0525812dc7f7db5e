import { type ChipKind, chipKinds } from './chips.ts';
import { fieldText, offeredFields, SORTABLE } from './field-names.ts';

export interface ChipSuggestion {
  /** Replaces all of the text. */
  readonly text: string;
  readonly name: string;
  readonly meaning: string;
}

const MEANINGS: { readonly [Word in ChipKind]: string } = {
  changed: 'last modified between two times',
  sort: 'the order of the service',
  page: 'rows per page',
  columns: 'only these fields',
};
const MAX_SUGGESTIONS = 8;

export function chipSuggestions(text: string, receivedFields: readonly string[]): readonly ChipSuggestion[] {
  const colon = text.indexOf(':');
  if (colon === -1) {
    const prefix = text.trim().toLowerCase();
    return chipKinds
      .filter((word) => word.startsWith(prefix))
      .map((word) => ({ text: `${word}:`, name: `${word}:`, meaning: MEANINGS[word] }));
  }
  const word = text.slice(0, colon).trim().toLowerCase();
  if (word !== 'sort' && word !== 'columns') return [];
  const before = text.slice(0, text.lastIndexOf(',') + 1) || text.slice(0, colon + 1);
  const prefix = text.slice(before.length).trim().toLowerCase();
  const named = new Set(
    text
      .slice(colon + 1)
      .split(',')
      .slice(0, -1)
      .map((name) => name.trim().replace(/:(?:asc|desc)$/, '')),
  );
  return offeredFields(receivedFields)
    .map((field) => ({ field, name: fieldText(field) }))
    .filter(({ name }) => name.toLowerCase().includes(prefix) && !named.has(name))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ field, name }) => ({
      text: `${before}${name}`,
      name,
      meaning: word === 'sort' && field !== SORTABLE ? 'not documented for sorting' : '',
    }));
}
