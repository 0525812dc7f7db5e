/**
 * What the vault keeps of a profile, as text: a client secret, and what a person's sign-in has brought, each together
 * with what it is bound to, so that neither a renamed profile loses it nor a changed one sends it elsewhere.
 */
import * as z from 'zod';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { PersonalGrant } from '../../core/ports/grants.ts';

export const secretBindingSchema = z.strictObject({ issuer: z.string(), realm: z.string(), clientId: z.string() });

export const secretScopeSchema = z.strictObject({
  baseUrl: z.string(),
  eventsUrl: z.string(),
  caFile: z.string().nullable(),
});

/** Whom it is for, and where what it brings may go. */
const boundSchema = z.object({
  binding: secretBindingSchema,
  reach: secretScopeSchema,
});
type StoredBinding = z.infer<typeof boundSchema>;

const keptSecretSchema = boundSchema.extend({ secret: z.string().min(1) });
export type StoredSecret = z.infer<typeof keptSecretSchema>;

const personalGrantSchema = z.object({
  accessToken: z.string(),
  accessTokenEndsAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  as: z.string().nullable(),
  since: z.number(),
}) satisfies z.ZodType<PersonalGrant>;

/** `grant` null: the issuer has ended it, which is worth knowing when it is not there any more. */
const keptGrantSchema = boundSchema.extend({ grant: personalGrantSchema.nullable() });
export type StoredGrant = z.infer<typeof keptGrantSchema>;

export function serializeSecret(profile: ConnectionProfile, secret: string): string {
  return JSON.stringify({ ...boundTo(profile), secret } satisfies StoredSecret);
}

export function serializeGrant(profile: ConnectionProfile, grant: PersonalGrant | null): string {
  return JSON.stringify({ ...boundTo(profile), grant } satisfies StoredGrant);
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseSecret(text: string): StoredSecret | null {
  return keptSecretSchema.safeParse(parseJsonOrNull(text)).data ?? null;
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseGrant(text: string): StoredGrant | null {
  return keptGrantSchema.safeParse(parseJsonOrNull(text)).data ?? null;
}

function boundTo(profile: ConnectionProfile): StoredBinding {
  return { binding: secretBinding(profile), reach: secretScope(profile) };
}
