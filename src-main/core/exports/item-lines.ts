/**
 * A subscription as one line of a file: in JSON Lines the item as it was received, in CSV its fields as they are read
 * everywhere. Never anything that the item does not say.
 */
import type { ExportFormat } from '../../../src-shared/domain/event-export.ts';
import { isTruncated, itemFields, MAX_FIELDS } from '../../../src-shared/service/subscription-item.ts';
import { csvRow, withoutFormula } from '../../../src-shared/lib/csv.ts';

export interface ItemLineOptions {
  /** Of CSV: names as in `ItemField.name`, in this order. */
  readonly columns: readonly string[];
  readonly guardFormulas: boolean;
}

export interface ItemLines {
  /** `''` where the format has none. */
  readonly head: string;
  line(raw: string): string;
  /** Values so far whose field is no column. */
  withoutColumn(): number;
  /** Items so far of which a value was too long for a cell, or that have more fields than are read. */
  shortened(): number;
}

export function itemLines(format: ExportFormat, { columns, guardFormulas }: ItemLineOptions): ItemLines {
  if (format === 'jsonl') return { head: '', line: jsonLine, withoutColumn: () => 0, shortened: () => 0 };
  const places = new Map(columns.map((name, place) => [name, place]));
  let without = 0;
  let shortened = 0;
  return {
    // A field is named by the service, which a spreadsheet would run, too.
    head: csvRow(guardFormulas ? columns.map(withoutFormula) : columns),
    line(raw) {
      const cells = Array.from<string>({ length: columns.length }).fill('');
      const fields = itemFields(raw);
      if (fields.length >= MAX_FIELDS || fields.some(isTruncated)) shortened += 1;
      for (const { name, value } of fields) {
        const place = places.get(name);
        if (place === undefined) without += 1;
        else cells[place] = value;
      }
      return csvRow(guardFormulas ? cells.map(withoutFormula) : cells);
    },
    withoutColumn: () => without,
    shortened: () => shortened,
  };
}

/** In JSON a line end stands between values alone, never in one: a space says the same. */
function jsonLine(raw: string): string {
  return `${raw.replaceAll(/[\r\n]/g, ' ')}\n`;
}
