/** What can be written behind the chips, by what is written already. Pure. */
import { type ChipWord, chipWords } from './chips.ts';
import { fieldText, knownFields, SORTABLE } from './field-names.ts';

export interface ChipChoice {
  /** Takes the place of all that is written. */
  readonly text: string;
  readonly name: string;
  readonly meaning: string;
  /** It says something as it is. */
  readonly isWhole: boolean;
}

const MEANINGS: { readonly [Word in ChipWord]: string } = {
  changed: 'last modified between two times',
  sort: 'the order of the service',
  page: 'rows of a page',
  columns: 'these fields only',
};
const MOST_CHOICES = 8;

export function chipChoices(text: string, seen: readonly string[]): readonly ChipChoice[] {
  const colon = text.indexOf(':');
  if (colon === -1) {
    const begun = text.trim().toLowerCase();
    return chipWords
      .filter((word) => word.startsWith(begun))
      .map((word) => ({ text: `${word}:`, name: `${word}:`, meaning: MEANINGS[word], isWhole: false }));
  }
  const word = text.slice(0, colon).trim().toLowerCase();
  if (word !== 'sort' && word !== 'columns') return [];
  const before = text.slice(0, text.lastIndexOf(',') + 1) || text.slice(0, colon + 1);
  const begun = text.slice(before.length).trim().toLowerCase();
  const named = new Set(
    text
      .slice(colon + 1)
      .split(',')
      .slice(0, -1)
      .map((name) => name.trim().replace(/:(?:asc|desc)$/, '')),
  );
  return knownFields(seen)
    .map((field) => ({ field, name: fieldText(field) }))
    .filter(({ name }) => name.toLowerCase().includes(begun) && !named.has(name))
    .slice(0, MOST_CHOICES)
    .map(({ field, name }) => ({
      text: `${before}${name}`,
      name,
      meaning: word === 'sort' && field !== SORTABLE ? 'not documented for sorting' : '',
      isWhole: true,
    }));
}
