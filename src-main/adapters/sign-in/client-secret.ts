/**
 * Where a client secret comes from: the environment, the file that the profile names, the keychain; in this order.
 * Never the profile itself, never the command line: both are read by others.
 */
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Keychain } from '../../core/ports/keychain.ts';

export const SECRET_VARIABLE = 'WATCHFLOOR_CLIENT_SECRET';

export interface ClientSecretPlaces {
  /** Value of the environment variable, taken out of the environment at start. */
  readonly fromEnvironment: string | undefined;
  readonly keychain: Keychain;
}

/** The keychain's account name of a profile. */
export function keychainAccount(profile: Pick<ConnectionProfile, 'name'>): string {
  return `client-secret:${profile.name}`;
}

/** Takes the secret out of the environment, so that no child process and no crash report inherits it. */
export function takeSecretFromEnvironment(environment: NodeJS.ProcessEnv): string | undefined {
  const secret = environment[SECRET_VARIABLE];
  delete environment[SECRET_VARIABLE];
  return secret === '' ? undefined : secret;
}

/** @throws AppError NO_SECRET, KEYCHAIN_UNAVAILABLE */
export async function readClientSecret(profile: ConnectionProfile, places: ClientSecretPlaces): Promise<string> {
  if (places.fromEnvironment !== undefined) return places.fromEnvironment;
  if (profile.clientSecretFile !== undefined) return readSecretFile(profile.clientSecretFile);
  const secret = await places.keychain.read(keychainAccount(profile)).catch((error: unknown) => {
    throw new AppError(
      'KEYCHAIN_UNAVAILABLE',
      `There is no client secret for "${profile.name}": ${SECRET_VARIABLE} is not set, the profile names no "clientSecretFile", and the keychain of this computer cannot be used. Give one of the first two, or unlock the keychain.`,
      { cause: error },
    );
  });
  if (secret === null)
    throw new AppError(
      'NO_SECRET',
      `There is no client secret for "${profile.name}". Set ${SECRET_VARIABLE}, name a "clientSecretFile" in the profile, or store it with \`watchfloor secret set --profile …\`.`,
    );
  return secret;
}

async function readSecretFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AppError(
      'NO_SECRET',
      `The clientSecretFile "${path}" cannot be read (${error.code}). Check the path and its permissions.`,
      {
        cause: error,
      },
    );
  });
  // Editors put a byte order mark before and line breaks after; no issuer makes a secret that has them.
  const secret = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  if (secret === '')
    throw new AppError('NO_SECRET', `The clientSecretFile "${path}" is empty. Put the client secret into it.`);
  return secret;
}
