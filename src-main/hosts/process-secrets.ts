/**
 * What this process has sent or got as a secret: for its log, and for whatever it prints of an error that nobody expected,
 * which may come to where nothing was composed.
 */
import { inspect } from 'node:util';
import { KnownSecrets } from '../core/sign-in/known-secrets.ts';

export const processSecrets = new KnownSecrets();

/** A bug, as it is printed for whoever reports it. */
export function bugText(error: unknown): string {
  return processSecrets.redact(inspect(error));
}
