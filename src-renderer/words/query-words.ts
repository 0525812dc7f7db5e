/** Short explanations of the fields of the filter language, for chips, completion and error messages. */
import {
  facetFields,
  facetTable,
  type FieldWords,
  identifierFields,
  identifierTable,
} from '../../src-shared/domain/event/event-fields.ts';

const FIELDS = {
  ...facetTable,
  ...identifierTable,
  text: { name: 'text', plural: 'Texts', meaning: 'anywhere in the received text' },
  seen: { name: 'seen', plural: 'Seen', meaning: 'marked as seen or not' },
  since: { name: 'since', plural: 'Times', meaning: 'from this time on' },
  until: { name: 'until', plural: 'Times', meaning: 'up to this time' },
} as const satisfies Readonly<Record<string, FieldWords>>;
export type NamedField = keyof typeof FIELDS;

/** In the order in which completion offers them, most used first. */
export const queryFields: readonly NamedField[] = [
  ...facetFields,
  'seen',
  ...identifierFields,
  'text',
  'since',
  'until',
];

export function fieldWords(field: NamedField): FieldWords {
  return FIELDS[field];
}

export function isNamedField(name: string): name is NamedField {
  return queryFields.some((field) => field === name);
}

/** Explains what to type in a field without a list of values; null if the field has a list. */
export function fieldHint(field: NamedField): string | null {
  if (field === 'text') return 'Searches the received text, ignoring case. Use quotes to search for a phrase.';
  if (!identifierFields.some((identifier) => identifier === field)) return null;
  return 'Any part, at least 4 characters. 8904* begins with it, *1964 ends with it, =… matches all of it.';
}
