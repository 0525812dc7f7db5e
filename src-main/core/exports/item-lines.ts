/**
 * Formats a subscription as one line: in JSON Lines the item as it was received, in CSV its parsed fields. Adds nothing
 * that the item does not contain.
 */
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import { isTruncated, itemFields, MAX_FIELDS } from '../../../src-shared/service/subscription-item.ts';
import { type CsvCellForm, csvHead, csvLine } from '../../../src-shared/lib/csv.ts';

export interface ItemLineOptions {
  /** CSV only: names as in `ItemField.name`, in this order. */
  readonly columns: readonly string[];
  readonly cells: CsvCellForm;
}

export function itemLines(format: ExportFormat, { columns, cells }: ItemLineOptions) {
  if (format === 'jsonl') return { head: '', line: jsonLine, withoutColumn: () => 0, shortened: () => 0 };
  const indexes = new Map(columns.map((name, index) => [name, index]));
  let without = 0;
  let shortened = 0;
  return {
    head: csvHead(columns, cells),
    line(raw: string): string {
      const values = Array.from<string>({ length: columns.length }).fill('');
      const fields = itemFields(raw);
      if (fields.length >= MAX_FIELDS || fields.some(isTruncated)) shortened += 1;
      for (const { name, value } of fields) {
        const index = indexes.get(name);
        if (index === undefined) without += 1;
        else values[index] = value;
      }
      return csvLine(values, cells);
    },
    withoutColumn: () => without,
    /** Number of items so far with a value that is too long for a cell, or with more fields than are read. */
    shortened: () => shortened,
  };
}

/** JSON has line breaks only between values, never inside one, so a space has the same meaning. */
function jsonLine(raw: string): string {
  return `${raw.replaceAll(/[\r\n]/g, ' ')}\n`;
}
