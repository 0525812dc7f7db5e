/** What `--mask` names: fields, or `none` for everything as it was received. */
import { type MaskedField, maskedFields } from '../../../src-shared/domain/masked-fields.ts';
import { listOf } from './filter-options.ts';

const fieldsOf = listOf(maskedFields, 'field that can be masked');

export function masksOf(text: string): readonly MaskedField[] {
  return text.trim().toLowerCase() === 'none' ? [] : fieldsOf(text);
}
