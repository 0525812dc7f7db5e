/** `--data-dir`, the same for every command that has it. */
import { statSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { Terminal } from './terminal.ts';
import { defaultDataDirectory } from '../data-directory.ts';

export function dataDirOption({ environment }: Pick<Terminal, 'environment'>): Option {
  const option = new Option('--data-dir <DIR>', 'where the stores are').argParser((value) => {
    // What an unset variable of a shell script leaves; it would mean the current folder.
    if (value === '') throw new InvalidArgumentError('Expected a folder.');
    if (isNoFolder(value)) throw new InvalidArgumentError('It is a file, or lies below one. Name a folder.');
    return value;
  });
  try {
    return option.default(defaultDataDirectory(environment));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A user without a home folder has to name one.
    return option.makeOptionMandatory();
  }
}

/** What is not there yet may become one; what may not be looked at is told where it is used. */
function isNoFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
  }
}
