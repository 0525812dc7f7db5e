/**
 * The places of a client secret: the environment, the file that the profile names, the keychain. Never the profile
 * itself, never the command line: both are read by others.
 */
import type { Keychain } from '../../core/ports/keychain.ts';

export const SECRET_VARIABLE = 'WATCHFLOOR_CLIENT_SECRET';

export interface ClientSecretPlaces {
  /** Value of the environment variable, taken out of the environment at start. */
  readonly fromEnvironment: string | undefined;
  readonly keychain: Keychain;
}

/** Takes the secret out of the environment, so that no child process and no crash report inherits it. */
export function takeSecretFromEnvironment(environment: NodeJS.ProcessEnv): string | undefined {
  const secret = environment[SECRET_VARIABLE];
  delete environment[SECRET_VARIABLE];
  return secret === '' ? undefined : secret;
}

/** Editors put a byte order mark before a secret and line breaks after it; no issuer makes one that has them. */
export function secretOf(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
}
