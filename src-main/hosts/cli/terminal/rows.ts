/**
 * Formats rows of any command: NDJSON is the complete record, CSV the fields that fit into cells, a table the most
 * important ones. A CSV cell is the unchanged value, except that a spreadsheet formula is escaped.
 */
import { csvRow, withoutFormula } from '../../../../src-shared/lib/csv.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import { isJsonObject } from '../../../../src-shared/service/json-fields.ts';
import type { ChosenFormat } from './row-format.ts';
import { type Column, tableHead, tableLine } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface RowLayout<Row> {
  readonly record: (row: Row) => Fields;
  /** Fields of the record that CSV prints; `steps.ENABLED` is a nested field. */
  readonly fields: readonly string[];
  readonly columns: readonly Column<Row>[];
}

export interface RowLines<Row> {
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

/** A missing value becomes an empty cell; several values are separated by spaces. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(' ');
  return typeof value === 'string' ? value : plainJson(value);
}
