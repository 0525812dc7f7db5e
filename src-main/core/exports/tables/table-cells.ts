/** Makes cells of values, and masks those that come from outside. */
import {
  type analystTables,
  columnsOf,
  type TableCell,
  type TableColumn,
  type TableName,
  tableNames,
} from '../../../../src-shared/domain/analyst-tables.ts';
import { causeKey, parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { MaskedField } from '../../../../src-shared/domain/event/masked-fields.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';
import { Mask } from '../masked-text.ts';
import { cardNumbers, withTexts } from '../masking.ts';

export type TableValues<Table extends TableName> = Readonly<
  Record<keyof (typeof analystTables)[Table]['columns'], unknown>
>;

const columns = recordOf(tableNames, columnsOf);

export function tableCells<Table extends TableName>(table: Table, values: TableValues<Table>): TableCell[] {
  const byName: Readonly<Record<string, unknown>> = values;
  return columns[table].map(({ name, type }) => cellOf(byName[name], type));
}

/** For rows that are not made of a masked event. */
export function maskedCells<Table extends TableName>(
  table: Table,
  values: TableValues<Table>,
  fields: readonly MaskedField[],
): TableCell[] {
  if (fields.length === 0) return tableCells(table, values);
  const byName: Readonly<Record<string, unknown>> = values;
  const texts = columns[table].flatMap(({ name, personal }) => {
    const value = byName[name];
    return personal !== undefined && typeof value === 'string' ? [{ personal, value }] : [];
  });
  const known = texts.filter(({ personal }) => fields.includes(personal)).map(({ value }) => value);
  const keep = cardNumbers(
    texts.map(({ value }) => value),
    fields,
  );
  const mask = new Mask(known, { fields, keep });
  return columns[table].map(({ name, type, mask: kind }) =>
    cellOf(kind === undefined ? byName[name] : masked(byName[name], kind, mask), type),
  );
}

function masked(value: unknown, kind: NonNullable<TableColumn['mask']>, mask: Mask): unknown {
  return withTexts(value, '', (text) => {
    const cause = parseCauseKey(text);
    if (cause === null) return mask[kind](text);
    // Its parts are percent-encoded, so they would not be found in it.
    const part = (of: string | null) => (of === null ? null : mask.code(of));
    return causeKey({ ...cause, operation: part(cause.operation), type: part(cause.type), code: part(cause.code) });
  });
}

function cellOf(value: unknown, type: TableColumn['type']): TableCell {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  // No format can store half of a surrogate pair.
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
