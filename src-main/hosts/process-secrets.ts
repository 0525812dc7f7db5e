/**
 * Collects the secrets that this process has sent or received, to redact them in its log and in every unexpected error
 * that it prints. An error can occur before anything is composed, so the collection is global.
 */
import { inspect } from 'node:util';
import { KnownSecrets } from '../core/sign-in/known-secrets.ts';

export const processSecrets = new KnownSecrets();

/** Formats an unexpected error for a bug report, with all secrets redacted. */
export function bugText(error: unknown): string {
  return processSecrets.redact(inspect(error));
}
