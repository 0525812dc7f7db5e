/** `--format` and `--no-guard-formulas`, the same for every command that prints rows. */
import { type Command, Option } from 'commander';
import type { Terminal } from './terminal.ts';
import { appError } from '../../../src-shared/api/errors.ts';

export const rowFormats = ['table', 'ndjson', 'csv'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** As commander gives them. */
export interface FormatOptions {
  /** Left out: not said. */
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
 * An option that changes nothing was meant for something else.
 * @param defaultFormat where none is said
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
