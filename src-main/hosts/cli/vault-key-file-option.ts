/**
 * `--vault-key-file`, shared by all commands that use secrets: for a computer without a keychain, such as a server.
 * Only this flag replaces the keychain; there is no automatic fallback.
 */
import { InvalidArgumentError, Option } from 'commander';

export interface VaultKeyFileOption {
  readonly vaultKeyFile?: string;
}

export function vaultKeyFileOption(): Option {
  return new Option(
    '--vault-key-file <FILE>',
    'encrypt secrets with a key from this file instead of the keychain of this computer',
  ).argParser((value) => {
    // An unset variable of a shell script leaves an empty text, which would mean the keychain.
    if (value === '') throw new InvalidArgumentError('Expected a file.');
    return value;
  });
}
