import { statSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { Terminal } from './terminal/terminal.ts';
import { defaultDataDirectory } from '../data-directory.ts';

export function dataDirOption({ environment }: Pick<Terminal, 'environment'>): Option {
  const option = new Option('--data-dir <DIR>', 'the data folder, which contains the stores').argParser((value) => {
    // An unset variable of a shell script leaves an empty text, which would mean the current folder.
    if (value === '') throw new InvalidArgumentError('Expected a folder.');
    if (isNoFolder(value)) throw new InvalidArgumentError('It is a file, or is below one. Name a folder.');
    return value;
  });
  try {
    return option.default(defaultDataDirectory(environment));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A user without a home folder must give one.
    return option.makeOptionMandatory();
  }
}

/**
 * True if the path is a file or below one. A missing folder may be created later; a forbidden one is reported when it
 * is used.
 */
function isNoFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  }
}
