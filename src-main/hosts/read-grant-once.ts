/** Reads a grant first, so that a missing secret is an error. Reuses the read: the secret may come from a pipe. */
import { AppError } from '../../src-shared/api/errors.ts';
import type { Grant, GrantSource } from '../core/ports/grants.ts';

/** @throws AppError NO_SECRET, SIGNED_OUT, SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…; the signal's reason */
export async function readGrantOnce(grants: GrantSource, signal: AbortSignal): Promise<GrantSource> {
  let first: Grant | null = await grants.read(signal);
  if (first.kind === 'none') throw new AppError(first.why);
  return {
    ...grants,
    async read(until) {
      const grant = first ?? (await grants.read(until));
      first = null;
      return grant;
    },
  };
}
