import { type Command, Option } from 'commander';
import type { Terminal } from './terminal.ts';
import { appError } from '../../../src-shared/api/errors.ts';

export const rowFormats = ['table', 'ndjson', 'csv'] as const;
export type RowFormat = (typeof rowFormats)[number];

export interface FormatOptions {
  readonly format?: RowFormat;
  readonly guardFormulas: boolean;
}

export interface ChosenFormat {
  readonly format: RowFormat;
  readonly guardFormulas: boolean;
}

export function withFormatOptions(command: Command, more = ''): Command {
  return command
    .addOption(
      new Option('--format <F>', `how to print; left out: a table on a terminal, else ndjson${more}`).choices(
        rowFormats,
      ),
    )
    .option(
      '--no-guard-formulas',
      'csv: without the apostrophe before a cell that a spreadsheet would run as a formula',
    );
}

/**
 * Chooses the format and refuses an option that has no effect, because it is probably a mistake.
 * @param defaultFormat the default format
 * @throws AppError BAD_ARGUMENT
 */
export function chosenFormat(
  { stdout }: Pick<Terminal, 'stdout'>,
  { format, guardFormulas }: FormatOptions,
  defaultFormat: RowFormat = stdout.isTTY === true ? 'table' : 'ndjson',
): ChosenFormat {
  const chosen = format ?? defaultFormat;
  if (!guardFormulas && chosen !== 'csv')
    throw appError('BAD_ARGUMENT', { words: `--no-guard-formulas is for csv, and this is ${chosen}.` });
  return { format: chosen, guardFormulas };
}
