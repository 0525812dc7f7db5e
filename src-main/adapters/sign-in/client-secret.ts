/** A secret is never in the profile or on the command line, because others can read both. */

export const SECRET_VARIABLE = 'WATCHFLOOR_CLIENT_SECRET';

/** Returns the secret and removes it from the environment, so that no child process and no crash report inherits it. */
export function takeSecretFromEnvironment(environment: NodeJS.ProcessEnv): string | undefined {
  const secret = environment[SECRET_VARIABLE];
  delete environment[SECRET_VARIABLE];
  return secret === '' ? undefined : secret;
}

/** Editors add a byte order mark before a secret and line breaks after it; no issuer creates such a secret. */
export function secretOf(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
}
