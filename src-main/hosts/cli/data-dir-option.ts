/** `--data-dir`, the same for every command that has it. */
import { InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../data-directory.ts';

export function dataDirOption(): Option {
  return new Option('--data-dir <DIR>', 'where the stores are').default(defaultDataDirectory()).argParser((value) => {
    // What an unset variable of a shell script leaves; it would mean the current folder.
    if (value === '') throw new InvalidArgumentError('Expected a folder.');
    return value;
  });
}
