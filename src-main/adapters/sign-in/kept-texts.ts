/**
 * What the vault keeps of a profile, as text: a client secret, and what a person's sign-in has brought, each together
 * with what it is bound to, so that neither a renamed profile loses it nor a changed one sends it elsewhere.
 */
import * as z from 'zod';
import { type ConnectionProfile, secretBinding } from '../../../src-shared/domain/profile.ts';
import type { PersonalGrant } from '../../core/ports/grants.ts';

export const secretBindingSchema = z.strictObject({ issuer: z.string(), realm: z.string(), clientId: z.string() });

const keptSecretSchema = z.object({ binding: secretBindingSchema, secret: z.string().min(1) });
export type KeptSecret = z.infer<typeof keptSecretSchema>;

const personalGrantSchema = z.object({
  accessToken: z.string(),
  accessTokenEndsAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  as: z.string().nullable(),
  since: z.number(),
}) satisfies z.ZodType<PersonalGrant>;

/** `grant` null: the issuer has ended it, which is worth knowing when it is not there any more. */
const keptGrantSchema = z.object({ binding: secretBindingSchema, grant: personalGrantSchema.nullable() });
export type KeptGrant = z.infer<typeof keptGrantSchema>;

export function secretText(profile: ConnectionProfile, secret: string): string {
  return JSON.stringify({ binding: secretBinding(profile), secret } satisfies KeptSecret);
}

export function grantText(profile: ConnectionProfile, grant: PersonalGrant | null): string {
  return JSON.stringify({ binding: secretBinding(profile), grant } satisfies KeptGrant);
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseSecret(text: string): KeptSecret | null {
  return keptSecretSchema.safeParse(parsed(text)).data ?? null;
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseGrant(text: string): KeptGrant | null {
  return keptGrantSchema.safeParse(parsed(text)).data ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
