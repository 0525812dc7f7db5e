/** Serializes secrets for the vault, each with its binding, so that a changed profile does not send it elsewhere. */
import * as z from 'zod';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile/profile.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { PersonalGrant } from '../../core/ports/grants.ts';

export const secretBindingSchema = z.strictObject({ issuer: z.string(), realm: z.string(), clientId: z.string() });

export const secretScopeSchema = z.strictObject({
  baseUrl: z.string(),
  eventsUrl: z.string(),
  caFile: z.string().nullable(),
});

/** Issuer and client of the secret, and the addresses that its tokens may be sent to. */
const boundSchema = z.object({
  binding: secretBindingSchema,
  reach: secretScopeSchema,
});
type StoredBinding = z.infer<typeof boundSchema>;

const storedSecretSchema = boundSchema.extend({ secret: z.string().min(1) });
export type StoredSecret = z.infer<typeof storedSecretSchema>;

const personalGrantSchema = z.object({
  accessToken: z.string(),
  accessTokenEndsAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  as: z.string().nullable(),
  person: z.string().exactOptional(),
  since: z.number(),
}) satisfies z.ZodType<PersonalGrant>;

/** `grant` is null if the issuer ended it, to distinguish it from one that never existed. */
const storedGrantSchema = boundSchema.extend({ grant: personalGrantSchema.nullable() });
export type StoredGrant = z.infer<typeof storedGrantSchema>;

export function serializeSecret(profile: ConnectionProfile, secret: string): string {
  return JSON.stringify({ ...boundTo(profile), secret } satisfies StoredSecret);
}

export function serializeGrant(profile: ConnectionProfile, grant: PersonalGrant | null): string {
  return JSON.stringify({ ...boundTo(profile), grant } satisfies StoredGrant);
}

export function parseSecret(text: string): StoredSecret | null {
  return storedSecretSchema.safeParse(parseJsonOrNull(text)).data ?? null;
}

export function parseGrant(text: string): StoredGrant | null {
  return storedGrantSchema.safeParse(parseJsonOrNull(text)).data ?? null;
}

function boundTo(profile: ConnectionProfile): StoredBinding {
  return { binding: secretBinding(profile), reach: secretScope(profile) };
}
