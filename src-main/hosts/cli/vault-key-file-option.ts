/**
 * `--vault-key-file`, the same for every command that has it: for a computer without a keychain, such as a server. Only
 * this flag keeps secrets elsewhere than under the keychain; nothing falls back to it.
 */
import { InvalidArgumentError, Option } from 'commander';

/** As commander gives it. */
export interface VaultKeyFileOption {
  readonly vaultKeyFile?: string;
}

export function vaultKeyFileOption(): Option {
  return new Option(
    '--vault-key-file <FILE>',
    'keep secrets under a key from this file, and not under the keychain of this computer',
  ).argParser((value) => {
    // What an unset variable of a shell script leaves; it would mean the keychain.
    if (value === '') throw new InvalidArgumentError('Expected a file.');
    return value;
  });
}
