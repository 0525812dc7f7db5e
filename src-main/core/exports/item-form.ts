/** Formats a subscription: in JSON Lines as it was received, in cells its parsed fields and nothing else. */
import { isTruncated, itemFields, MAX_FIELDS } from '../../../src-shared/service/subscription-item.ts';
import type { RowForm } from './export-rows.ts';

interface ItemForm extends RowForm<string> {
  withoutColumn(): number;
  /** Number of items so far with a value that is too long for a cell, or with more fields than are read. */
  shortened(): number;
}

export function itemForm(columns: readonly string[]): ItemForm {
  const indexes = new Map(columns.map((name, index) => [name, index]));
  let without = 0;
  let shortened = 0;
  return {
    columns,
    cells(raw) {
      const values = Array.from<string>({ length: columns.length }).fill('');
      const fields = itemFields(raw);
      if (fields.length >= MAX_FIELDS || fields.some(isTruncated)) shortened += 1;
      for (const { name, value } of fields) {
        const index = indexes.get(name);
        if (index === undefined) without += 1;
        else values[index] = value;
      }
      return values;
    },
    // JSON has line breaks only between values, never inside one, so a space has the same meaning.
    json: (raw) => raw.replaceAll(/[\r\n]/g, ' '),
    withoutColumn: () => without,
    shortened: () => shortened,
  };
}
