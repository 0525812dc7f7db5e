import { type Command, Option } from 'commander';
import type { Terminal } from './terminal.ts';
import { appError } from '../../../../src-shared/api/errors.ts';

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

export function guardFormulasOption(): Option {
  return new Option(
    '--no-guard-formulas',
    'csv: do not put an apostrophe before cells that a spreadsheet would run as formulas',
  );
}

export function withFormatOptions(command: Command, more = ''): Command {
  return command
    .addOption(
      new Option('--format <F>', `output format; default: table on a terminal, else ndjson${more}`).choices(rowFormats),
    )
    .addOption(guardFormulasOption());
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
    throw appError('BAD_ARGUMENT', { words: `--no-guard-formulas is for csv, but the format is ${chosen}.` });
  return { format: chosen, guardFormulas };
}
