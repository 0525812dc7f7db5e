/** Collects secrets to redact from log and errors. Global: an error can occur before anything is composed. */
import { inspect } from 'node:util';
import { KnownSecrets } from '../core/sign-in/known-secrets.ts';

export const processSecrets = new KnownSecrets();

export function bugText(error: unknown): string {
  return processSecrets.redact(inspect(error));
}
