/** Short explanations of the fields of the filter language, for chips, completion and error messages. */
import { facetTable, type FieldWords, identifierTable } from '../../src-shared/domain/event/event-fields.ts';
import {
  type FilterField,
  isFacetField,
  isIdentifierField,
  otherFieldTable,
} from '../../src-shared/domain/filter/filter.ts';

export function fieldWords(field: FilterField): FieldWords {
  if (isFacetField(field)) return facetTable[field];
  return isIdentifierField(field) ? identifierTable[field] : otherFieldTable[field];
}

/** Explains what to type in a field without a list of values; null if the field has a list. */
export function fieldHint(field: FilterField): string | null {
  if (isFacetField(field)) return null;
  return isIdentifierField(field) ? IDENTIFIER_HINT : otherFieldTable[field].hint;
}

const IDENTIFIER_HINT =
  'Any part, at least 4 characters. 8904* begins with it, *1964 ends with it, =… matches all of it.';
