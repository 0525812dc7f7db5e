/**
 * Keys for a computer without a keychain, only where a person named the file: derived from it for each profile
 * (HKDF-SHA256, RFC 5869, `info` is the profile id). The file is nobody else's to read, and is read once, at the start.
 * On Linux the file may be one of systemd's credentials.
 */
import { hkdfSync } from 'node:crypto';
import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import { openPlainFile } from '../files/plain-file.ts';
import { KEY_BYTES, type VaultKeys } from './vault-keys.ts';

/** Shorter than that, somebody thought of it, and somebody else can. */
const MIN_CHARACTERS = 32;
/** No key is as long; a file that is, is another file. */
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
    // It is made from the file, which is not ours.
    remove: async () => undefined,
    close: async () => undefined,
  };
}

interface KeyFileEnvironment {
  readonly platform?: NodeJS.Platform;
  readonly environment?: NodeJS.ProcessEnv;
}

function readKeyFile(path: string, { platform, environment }: Required<KeyFileEnvironment>): string {
  const problem = (facts: Pick<AppErrorDetails['VAULT_KEY_FILE'], 'problem' | 'systemCode'>, cause?: unknown) =>
    appError('VAULT_KEY_FILE', { path, ...facts }, { cause });
  let text: string;
  let file: number | undefined;
  try {
    file = openPlainFile(path, 'r', MAX_BYTES);
    const { mode } = fstatSync(file);
    if (platform !== 'win32' && isOpenToOthers(mode, path, environment)) throw problem({ problem: 'open-to-others' });
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)) && error.code;
    throw typeof code === 'string' ? problem({ problem: 'unreadable', systemCode: code }, error) : error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  if (text.length < MIN_CHARACTERS) throw problem({ problem: 'too-short' });
  return text;
}

/**
 * A credential of systemd lets a service of another user read it by an access list, whose mask `stat` shows in the
 * place of the group; its folder is closed to everybody else.
 */
function isOpenToOthers(mode: number, path: string, environment: NodeJS.ProcessEnv): boolean {
  const credentials = environment['CREDENTIALS_DIRECTORY'];
  const isCredential =
    credentials !== undefined && credentials !== '' && resolve(path).startsWith(`${resolve(credentials)}${sep}`);
  return (mode & (isCredential ? 0o037 : 0o077)) !== 0;
}
