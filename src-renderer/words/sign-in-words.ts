/** Texts for the state of a sign-in. Failures are in `error-words.ts`, except those whose remedy the editor offers. */
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

export const signOutResultWords: Record<SignOutResult['atIssuer'], string> = {
  revoked: 'Signed out here and at the issuer.',
  'not-offered': 'Signed out here. This issuer offers no sign-out, so its own session ends by itself.',
  failed: 'Signed out here. The issuer could not be reached, so its own session may last until it ends by itself.',
  'nothing-to-revoke': 'Signed out here.',
};

export function missingCredentialWords(trouble: AppErrorData): string {
  return trouble.code === 'KEYCHAIN_UNAVAILABLE'
    ? `The system keychain cannot be used (${trouble.facts.detail}). Nothing in it is lost: unlock it, then check again.`
    : errorWords(trouble);
}
