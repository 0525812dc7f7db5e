/** Prints rows: NDJSON is complete, CSV has the fields that fit into cells, a table the most important ones. */
import { type Command, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { CsvCellForm } from '../../../../src-shared/lib/csv.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import type { SheetFit } from '../../../../src-shared/lib/sheet-cells.ts';
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { sheetFitWords } from '../../../../src-shared/words/events/sheet-words.ts';
import { isJsonObject } from '../../../../src-shared/service/json-fields.ts';
import { textLines } from '../../../core/exports/export-rows.ts';
import { listOption } from './list-option.ts';
import { type Output, withOutput } from './output.ts';
import { withProgress } from './progress.ts';
import { type Column, tableHead, tableLine } from './table.ts';
import { reportLine, type Terminal } from './terminal.ts';

export const rowFormats = ['table', 'ndjson', 'csv'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** Formats that `events` has: an .xlsx is only a file. */
export const eventFormats = [...rowFormats, 'xlsx'] as const;
export type EventFormat = (typeof eventFormats)[number];

export interface FormatOptions<Format = RowFormat> {
  readonly format?: Format;
  readonly guardFormulas: boolean;
  readonly spreadsheet?: true;
  readonly headers: boolean;
  readonly fields?: readonly string[];
}

export interface ChosenFormat<Format = RowFormat> {
  readonly format: Format;
  readonly cells: CsvCellForm;
  /** Absent: with a head. */
  readonly headers?: boolean;
  /** Absent: all fields. */
  readonly fields?: readonly string[];
}

export interface RowLayout<Row> {
  /** Values by name, in the order of CSV. Undefined leaves the field out of a record. */
  readonly fields: Readonly<Record<string, (row: Row) => unknown>>;
  /** Fields with members; CSV has a cell for each, such as `steps.ENABLED`. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  readonly columns: readonly Column<Row>[];
}

export function withCsvOptions(command: Command): Command {
  return command
    .option('--no-headers', 'table and csv: leave out the line with the names of the columns')
    .option(
      '--no-guard-formulas',
      'csv: do not put an apostrophe before cells that a spreadsheet would run as formulas',
    )
    .option(
      '--spreadsheet',
      'csv: for a double click in Excel. Starts with a byte order mark, writes numbers that would lose digits as ="0123", and cuts texts that no cell holds. For LibreOffice, write an .xlsx with events --output',
    );
}

/** @param fields names for `--fields`; empty if the rows have no fixed fields */
export function withFormatOptions(
  command: Command,
  fields: readonly string[],
  more = '',
  formats: readonly string[] = rowFormats,
): Command {
  if (fields.length > 0)
    command.addOption(
      listOption('--fields <F,F>', 'only these fields, in this order', { names: fields, what: 'field' }),
    );
  return withCsvOptions(
    command.addOption(
      new Option('--format <F>', `output format; default: table on a terminal, else ndjson${more}`).choices(formats),
    ),
  );
}

/** Refuses an option that has no effect, because it is probably a mistake. @throws AppError BAD_ARGUMENT */
export function chosenFormat<Format extends string = RowFormat>(
  { stdout }: Pick<Terminal, 'stdout'>,
  { format, ...options }: FormatOptions<Format>,
  defaultFormat: Format | RowFormat = stdout.isTTY === true ? 'table' : 'ndjson',
): ChosenFormat<Format | RowFormat> {
  const chosen = format ?? defaultFormat;
  if (!options.guardFormulas && chosen !== 'csv')
    throw appError('BAD_ARGUMENT', { words: `--no-guard-formulas is for csv, but the format is ${chosen}.` });
  if (options.spreadsheet === true && chosen !== 'csv')
    throw appError('BAD_ARGUMENT', { words: `--spreadsheet is for csv, but the format is ${chosen}.` });
  if (!options.headers && chosen === 'ndjson')
    throw appError('BAD_ARGUMENT', { words: '--no-headers is for table and csv, but the format is ndjson.' });
  return { ...options, format: chosen, cells: cellForm(options) };
}

/** @throws AppError BAD_ARGUMENT for options that contradict each other */
export function cellForm({
  guardFormulas,
  headers,
  spreadsheet,
}: Pick<FormatOptions, 'guardFormulas' | 'headers' | 'spreadsheet'>): CsvCellForm {
  if (spreadsheet !== true) return guardFormulas ? 'guarded' : 'verbatim';
  if (!guardFormulas || !headers)
    throw appError('BAD_ARGUMENT', {
      words: '--spreadsheet guards formulas and has a header: leave out --no-guard-formulas and --no-headers.',
    });
  return 'spreadsheet';
}

export interface RowLines<Row> {
  readonly head: string;
  line(row: Row): string;
  /** Counts what a spreadsheet cannot hold of the lines so far; null if they are not for one. */
  readonly fit: () => SheetFit | null;
}

export function reportSheetFit(terminal: Terminal, fit: SheetFit | null): void {
  for (const words of sheetFitWords(fit)) reportLine(terminal, `watchfloor: ${words}`);
}

/** @throws AppError BAD_ARGUMENT for a table of chosen fields, which has no widths for them */
export function rowLines<Row>(
  { fields: values, members = {}, columns }: RowLayout<Row>,
  { format, cells: csvForm, headers = true, fields: chosen }: ChosenFormat,
): RowLines<Row> {
  if (format === 'table') {
    if (chosen !== undefined)
      throw appError('BAD_ARGUMENT', { words: '--fields is for ndjson and csv, but the format is table.' });
    return { head: headers ? tableHead(columns) : '', line: (row) => tableLine(columns, row), fit: () => null };
  }
  const fields = chosen ?? Object.keys(values);
  const record = (row: Row) => Object.fromEntries(fields.map((name) => [name, values[name]?.(row)]));
  const form = {
    columns: fields.flatMap((name) => members[name]?.map((member) => `${name}.${member}`) ?? [name]),
    cells(row: Row) {
      const cells = Object.entries(record(row)).flatMap(([name, value]) => {
        const parts = members[name];
        return parts === undefined ? [value] : parts.map((part) => (isJsonObject(value) ? value[part] : undefined));
      });
      return cells.map(cellOf);
    },
    json: (row: Row) => plainJson(record(row)),
  };
  const lines = textLines(format === 'ndjson' ? 'jsonl' : 'csv', form, csvForm);
  return headers ? lines : { ...lines, head: '' };
}

/** A missing value becomes an empty cell; several values are separated by spaces. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(' ');
  return typeof value === 'string' ? value : plainJson(value);
}

/** Prints rows as they come. @returns the number of printed rows */
export async function printRows<Row>(
  terminal: Terminal,
  layout: RowLayout<Row>,
  chosen: ChosenFormat,
  rowsFor: (output: Output) => Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const lines = rowLines(layout, chosen);
  let printed = 0;
  await withOutput(terminal, (output) =>
    withProgress(terminal, 'Reading the store', async (progress) => {
      await output.write(lines.head);
      for await (const row of rowsFor(output)) {
        printed += 1;
        progress.printsRows();
        await output.write(lines.line(row));
        progress.show(() => `${count(printed, 'row')} printed`);
      }
    }),
  );
  reportSheetFit(terminal, lines.fit());
  return printed;
}
