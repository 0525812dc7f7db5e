/**
 * A client secret as people hand it over. Never in the profile itself, never on the command line: both are read by
 * others.
 */

export const SECRET_VARIABLE = 'WATCHFLOOR_CLIENT_SECRET';

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
