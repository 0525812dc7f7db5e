/** Prints subscriptions by page: NDJSON as received, others with the requested fields or those of the first page. */
import { documentedFields, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { itemFields } from '../../../../src-shared/service/subscription-item.ts';
import { escapeUnseen } from '../../../../src-shared/lib/plain-json.ts';
import { textLines } from '../../../core/exports/export-rows.ts';
import { itemForm } from '../../../core/exports/item-form.ts';
import { paddedCell } from '../terminal/table.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { terminalWidth } from '../terminal/terminal-width.ts';
import type { ChosenFormat } from '../terminal/rows.ts';

export interface SearchPrinter {
  page(items: readonly string[]): string;
  /** Fields of the first page that do not fit into the terminal. */
  readonly omittedFields: readonly string[];
  valuesWithoutColumn(): number;
}

export interface PrinterOptions extends ChosenFormat {
  readonly returnFields: readonly string[] | null;
  /** Columns of the terminal; null if the output goes elsewhere, then nothing is cut. */
  readonly maxWidth: number | null;
}

export function searchPrinter(options: PrinterOptions): SearchPrinter {
  const { format, maxWidth, cells, headers = true } = options;
  if (format === 'table') return new TablePrinter(options);
  let form = format === 'ndjson' ? itemForm([]) : null;
  let lines = form === null ? null : textLines('jsonl', form, cells);
  return {
    page(items) {
      const head = lines === null && headers;
      form ??= itemForm(columnsOf(items, options.returnFields));
      lines ??= textLines('csv', form, cells);
      let text = head ? lines.head : '';
      for (const item of items) text += lines.line(item);
      // Programs get the items unchanged. On a terminal, items stay JSON of the same value.
      return maxWidth === null || format === 'csv' ? text : escapeUnseen(text);
    },
    omittedFields: [],
    valuesWithoutColumn: () => form?.withoutColumn() ?? 0,
  };
}

/** Orders columns: requested fields, documented fields, then others as they appear. */
function columnsOf(items: readonly string[], returnFields: readonly string[] | null): readonly string[] {
  const seen = new Set(items.flatMap((item) => itemFields(item).map(({ name }) => name)));
  const first =
    returnFields?.map(withoutFieldPrefix) ?? documentedFields.filter((name) => seen.has(name) || seen.size === 0);
  return [...new Set([...first, ...seen])];
}

const MAX_COLUMN_WIDTH = 36;
const GAP = 2;

class TablePrinter implements SearchPrinter {
  readonly #options: PrinterOptions;
  #columns: readonly { readonly name: string; readonly width: number }[] | null = null;
  omittedFields: readonly string[] = [];
  #without = 0;

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  page(items: readonly string[]): string {
    const rows = items.map(
      (item) => new Map(itemFields(item).map(({ name, value }) => [name, terminalText(value)] as const)),
    );
    const isFirst = this.#columns === null;
    this.#columns ??= this.#fitted(columnsOf(items, this.#options.returnFields), rows);
    const columns = this.#columns;
    const known = new Set([...columns.map(({ name }) => name), ...this.omittedFields]);
    for (const row of rows) for (const name of row.keys()) if (!known.has(name)) this.#without += 1;
    const line = (cell: (name: string) => string) =>
      `${columns
        .map(({ name, width }) => paddedCell(cell(name), width))
        .join(' '.repeat(GAP))
        .trimEnd()}\n`;
    const head = isFirst && this.#options.headers !== false ? line(terminalText) : '';
    return head + rows.map((row) => line((name) => row.get(name) ?? '')).join('');
  }

  valuesWithoutColumn(): number {
    return this.#without;
  }

  #fitted(names: readonly string[], rows: readonly ReadonlyMap<string, string>[]) {
    const { maxWidth } = this.#options;
    let used = -GAP;
    const columns: { name: string; width: number }[] = [];
    for (const [index, name] of names.entries()) {
      const widths = rows.map((row) => terminalWidth(row.get(name) ?? ''));
      const width = Math.min(MAX_COLUMN_WIDTH, Math.max(terminalWidth(terminalText(name)), ...widths));
      used += GAP + width;
      if (maxWidth !== null && used > maxWidth && index > 0) {
        this.omittedFields = names.slice(index);
        break;
      }
      columns.push({ name, width });
    }
    return columns;
  }
}
