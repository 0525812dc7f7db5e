/**
 * A client secret as the keychain keeps it: under the profile's id, together with what it is bound to, so that neither
 * a renamed profile loses it nor a changed one sends it elsewhere.
 */
import * as z from 'zod';
import { type ConnectionProfile, type SecretBinding, secretBinding } from '../../../src-shared/domain/profile.ts';

export const secretBindingSchema = z.strictObject({ issuer: z.string(), realm: z.string(), clientId: z.string() });

const boundSecretSchema = z.object({ binding: secretBindingSchema, secret: z.string().min(1) });

/** The keychain's account name of a profile. */
export function keychainAccount(profile: Pick<ConnectionProfile, 'id'>): string {
  return `client-secret:${profile.id}`;
}

/** What to keep there: the secret, bound to the profile's present issuer, realm and client. */
export function boundSecret(profile: ConnectionProfile, secret: string): string {
  return JSON.stringify({ binding: secretBinding(profile), secret });
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseBoundSecret(kept: string): { readonly binding: SecretBinding; readonly secret: string } | null {
  try {
    return boundSecretSchema.safeParse(JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}
