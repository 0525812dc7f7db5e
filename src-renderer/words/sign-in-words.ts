/** Texts for the state of a sign-in. Failures are in `error-words.ts`. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { CredentialLocation, SignOutResult } from '../../src-shared/api/profiles.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { errorWords } from './error-words.ts';

type Vault = HostDescription['capabilities']['vault'];

/** Follows "since 06:02 UTC, ". */
export const credentialLocationWords: Record<CredentialLocation, string> = {
  keychain: 'stored in the system keychain',
  'key-file': 'stored in the vault, encrypted with its key file',
  memory: 'stored until Watchfloor is closed',
  environment: 'read from WATCHFLOOR_CLIENT_SECRET',
  file: 'read from the file in the profile',
  'built-in': 'built in',
};

export const secretLocationWords: Record<CredentialLocation, string> = {
  keychain: 'Stored in the system keychain, never in the profile.',
  'key-file': 'Stored in the vault, encrypted with its key file, never in the profile.',
  memory: 'Stored in memory until Watchfloor is closed.',
  environment: 'Read from WATCHFLOOR_CLIENT_SECRET, which is used instead of one typed here.',
  file: 'Read from the file in the profile, which is used instead of one typed here.',
  'built-in': 'Built in.',
};

export function newSecretLocationWords(vault: Vault): string {
  return vault === 'keychain'
    ? 'It will be stored in the system keychain, never in the profile.'
    : 'It will be stored in the vault, encrypted with its key file, never in the profile.';
}

export function checkingCredentialWords(vault: Vault): string {
  return vault === 'keychain' ? 'Reading the system keychain …' : 'Reading the vault …';
}

export const keychainWaitsWords =
  'The keychain has not answered yet. It may ask for its password, or whether Watchfloor may use it: answer its window.';

export const signOutResultWords: Record<SignOutResult['atIssuer'], string> = {
  revoked: 'Signed out here and at the issuer.',
  'not-offered': 'Signed out here. This issuer offers no sign-out, so its own session ends by itself.',
  failed: 'Signed out here. The issuer could not be reached, so its own session may last until it ends by itself.',
  'nothing-to-revoke': 'Signed out here.',
};

/** Follows the location of a sign-in that could not be stored. May contain unsafe characters of paths and names. */
export function notStoredWords(why: AppErrorData): string {
  return `This sign-in is not stored: it lasts until Watchfloor is closed. ${errorWords(why)}`;
}
