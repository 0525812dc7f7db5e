/** Parses `--mask`: fields, or `none` to print everything unmasked. */
import { type MaskedField, maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import { parseChoiceList } from './events/filter-options.ts';

const parseMaskedFields = parseChoiceList(maskedFields, 'field that can be masked');

export function parseMask(text: string): readonly MaskedField[] {
  return text.trim().toLowerCase() === 'none' ? [] : parseMaskedFields(text);
}
