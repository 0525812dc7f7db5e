/**
 * What the vault keeps of a profile, as text: a client secret, and what a person's sign-in has brought, each together
 * with what it is bound to, so that neither a renamed profile loses it nor a changed one sends it elsewhere.
 */
import * as z from 'zod';
import { type ConnectionProfile, secretBinding, secretReach } from '../../../src-shared/domain/profile.ts';
import { parsedJson } from '../../../src-shared/lib/parsed-json.ts';
import type { PersonalGrant } from '../../core/ports/grants.ts';

export const secretBindingSchema = z.strictObject({ issuer: z.string(), realm: z.string(), clientId: z.string() });

export const secretReachSchema = z.strictObject({
  baseUrl: z.string(),
  eventsUrl: z.string(),
  caFile: z.string().nullable(),
});

/** Whom it is for, and where what it brings may go. */
const boundSchema = z.object({
  binding: secretBindingSchema,
  reach: secretReachSchema,
});
type KeptBinding = z.infer<typeof boundSchema>;

const keptSecretSchema = boundSchema.extend({ secret: z.string().min(1) });
export type KeptSecret = z.infer<typeof keptSecretSchema>;

const personalGrantSchema = z.object({
  accessToken: z.string(),
  accessTokenEndsAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  as: z.string().nullable(),
  since: z.number(),
}) satisfies z.ZodType<PersonalGrant>;

/** `grant` null: the issuer has ended it, which is worth knowing when it is not there any more. */
const keptGrantSchema = boundSchema.extend({ grant: personalGrantSchema.nullable() });
export type KeptGrant = z.infer<typeof keptGrantSchema>;

export function secretText(profile: ConnectionProfile, secret: string): string {
  return JSON.stringify({ ...boundTo(profile), secret } satisfies KeptSecret);
}

export function grantText(profile: ConnectionProfile, grant: PersonalGrant | null): string {
  return JSON.stringify({ ...boundTo(profile), grant } satisfies KeptGrant);
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseSecret(text: string): KeptSecret | null {
  return keptSecretSchema.safeParse(parsedJson(text)).data ?? null;
}

/** `null` where it is nothing that Watchfloor wrote. */
export function parseGrant(text: string): KeptGrant | null {
  return keptGrantSchema.safeParse(parsedJson(text)).data ?? null;
}

function boundTo(profile: ConnectionProfile): KeptBinding {
  return { binding: secretBinding(profile), reach: secretReach(profile) };
}
