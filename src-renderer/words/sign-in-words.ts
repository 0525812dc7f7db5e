/** Texts for the state of a sign-in. Failures are in `error-words.ts`, except those whose remedy the editor offers. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { CredentialLocation, SignOutResult } from '../../src-shared/api/profiles.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { errorWords } from './error-words.ts';

type Vault = HostDescription['capabilities']['vault'];

/** Follows "since 06:02 UTC, ". */
export const credentialLocationWords: Record<CredentialLocation, string> = {
  keychain: 'kept in the system keychain',
  'key-file': 'kept in the vault, sealed with its key file',
  memory: 'kept until Watchfloor is closed',
  environment: 'read from WATCHFLOOR_CLIENT_SECRET',
  file: 'read from the file that the profile names',
  'built-in': 'built in',
};

export const secretLocationWords: Record<CredentialLocation, string> = {
  keychain: 'Kept in the system keychain, never in the profile.',
  'key-file': 'Kept in the vault, sealed with its key file, never in the profile.',
  memory: 'Kept until Watchfloor is closed, and nowhere else.',
  environment: 'Read from WATCHFLOOR_CLIENT_SECRET, which goes before one that is typed here.',
  file: 'Read from the file that the profile names, which goes before one that is typed here.',
  'built-in': 'Built in.',
};

export function newSecretLocationWords(vault: Vault): string {
  return vault === 'keychain'
    ? 'It goes into the system keychain, never into the profile.'
    : 'It goes into the vault, sealed with its key file, never into the profile.';
}

export function checkingCredentialWords(vault: Vault): string {
  return vault === 'keychain' ? 'Looking in the system keychain …' : 'Looking in the vault …';
}

export const signOutResultWords: Record<SignOutResult['atIssuer'], string> = {
  revoked: 'Signed out here, and the issuer was told.',
  'not-offered': 'Signed out here. This issuer has no way to be told, so its own session ends by itself.',
  failed: 'Signed out here. The issuer could not be told, so what it gave may hold until it ends by itself.',
  'nothing-to-revoke': 'Signed out here.',
};

export function missingCredentialWords(trouble: AppErrorData): string {
  return trouble.code === 'KEYCHAIN_UNAVAILABLE'
    ? `The system keychain cannot be used (${trouble.facts.detail}). Nothing in it is lost: unlock it, then look again.`
    : errorWords(trouble);
}
