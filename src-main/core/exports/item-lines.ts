/**
 * A subscription as one line of a file: in JSON Lines the item as it was received, in CSV its fields as they are read
 * everywhere. Never anything that the item does not say.
 */
import type { ExportFormat } from '../../../src-shared/domain/event-export.ts';
import { itemFields } from '../../../src-shared/service/subscription-item.ts';
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
}

export function itemLines(format: ExportFormat, { columns, guardFormulas }: ItemLineOptions): ItemLines {
  if (format === 'jsonl') return { head: '', line: jsonLine, withoutColumn: () => 0 };
  const places = new Map(columns.map((name, place) => [name, place]));
  let without = 0;
  return {
    // A field is named by the service, which a spreadsheet would run, too.
    head: csvRow(guardFormulas ? columns.map(withoutFormula) : columns),
    line(raw) {
      const cells = Array.from<string>({ length: columns.length }).fill('');
      for (const { name, value } of itemFields(raw)) {
        const place = places.get(name);
        if (place === undefined) without += 1;
        else cells[place] = value;
      }
      return csvRow(guardFormulas ? cells.map(withoutFormula) : cells);
    },
    withoutColumn: () => without,
  };
}

/** In JSON a line end stands between values alone, never in one: a space says the same. */
function jsonLine(raw: string): string {
  return `${raw.replaceAll(/[\r\n]/g, ' ')}\n`;
}
