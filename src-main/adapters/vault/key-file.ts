/**
 * Serves a computer without a keychain. A key for each profile is derived from the file (HKDF-SHA256, RFC 5869, `info`
 * is the profile id), which no other user may read. It may be a systemd credential.
 */
import { hkdfSync } from 'node:crypto';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import { openPlainFile } from '../files/plain-file.ts';
import { KEY_BYTES, type VaultKeys } from './vault-keys.ts';
import { errorCodeOf, isSystemCode } from '../../../src-shared/lib/error-code.ts';

/** A shorter secret was made up by a person and can be guessed. */
const MIN_CHARACTERS = 32;
/** No key is this long; such a file is another file. */
const MAX_BYTES = 65_536;

/** @throws AppError VAULT_KEY_FILE */
export function createKeyFileKeys(
  path: string,
  { platform = process.platform, environment = process.env }: KeyFileEnvironment = {},
): VaultKeys {
  const secret = readKeyFile(path, { platform, environment });
  const keyFor = (profile: string) => Buffer.from(hkdfSync('sha256', secret, '', profile, KEY_BYTES));
  return {
    kind: 'key-file',
    read: async (profile, signal) => {
      signal.throwIfAborted();
      return keyFor(profile);
    },
    isAvailable: () => true,
    make: async (profile) => keyFor(profile),
    remove: async () => undefined,
    close: async () => undefined,
  };
}

interface KeyFileEnvironment {
  readonly platform?: NodeJS.Platform;
  readonly environment?: NodeJS.ProcessEnv;
}

function readKeyFile(path: string, { platform, environment }: Required<KeyFileEnvironment>): string {
  const problem = (details: Pick<AppErrorDetails['VAULT_KEY_FILE'], 'problem' | 'systemCode'>, cause?: unknown) =>
    appError('VAULT_KEY_FILE', { path, ...details }, { cause });
  let text: string;
  let file: number | undefined;
  try {
    file = openPlainFile(path, 'r', MAX_BYTES);
    const { mode } = fstatSync(file);
    if (platform !== 'win32' && isOpenToOthers(mode, path, environment)) throw problem({ problem: 'open-to-others' });
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = errorCodeOf(error);
    throw isSystemCode(code) ? problem({ problem: 'unreadable', systemCode: code }, error) : error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  if (text.length < MIN_CHARACTERS) throw problem({ problem: 'too-short' });
  return text;
}

/** `stat` shows the mask of a systemd credential's access list as the group. Other users cannot enter its folder. */
function isOpenToOthers(mode: number, path: string, environment: NodeJS.ProcessEnv): boolean {
  const credentials = environment['CREDENTIALS_DIRECTORY'];
  const isCredential =
    credentials !== undefined && credentials !== '' && resolve(path).startsWith(`${resolve(credentials)}${sep}`);
  return (mode & (isCredential ? 0o037 : 0o077)) !== 0;
}
