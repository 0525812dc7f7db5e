/**
 * Rows of any command as lines of output, in the format that is asked for: NDJSON is the whole record, CSV its fields that
 * fit into cells, a table what people look for. A CSV cell is the value as it is, but for what a spreadsheet would run.
 */
import { csvRow, withoutFormula } from '../../../src-shared/lib/csv.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { isJsonObject } from '../../../src-shared/service/json-fields.ts';
import type { ChosenFormat } from './row-format.ts';
import { type Column, tableHead, tableLine } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a command tells one row in each format. */
export interface RowLayout<Row> {
  readonly record: (row: Row) => Fields;
  /** Of CSV: fields of the record; `steps.ENABLED` is a field of a field. */
  readonly fields: readonly string[];
  readonly columns: readonly Column<Row>[];
}

export interface RowLines<Row> {
  /** `''` where the format has none. */
  readonly head: string;
  line(row: Row): string;
}

export function rowLines<Row>(
  { record, fields, columns }: RowLayout<Row>,
  { format, guardFormulas }: ChosenFormat,
): RowLines<Row> {
  if (format === 'table') return { head: tableHead(columns), line: (row) => tableLine(columns, row) };
  if (format === 'ndjson') return { head: '', line: (row) => `${plainJson(record(row))}\n` };
  const guarded = guardFormulas ? withoutFormula : (cell: string) => cell;
  return {
    head: csvRow(fields),
    line(row) {
      const values = record(row);
      return csvRow(fields.map((field) => guarded(cellOf(valueAt(values, field)))));
    },
  };
}

function valueAt(record: Fields, field: string): unknown {
  if (Object.hasOwn(record, field)) return record[field];
  let value: unknown = record;
  for (const name of field.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** What is not there is an empty cell; several values have spaces between. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(' ');
  return typeof value === 'string' ? value : plainJson(value);
}
