/**
 * Profiles and their sign-in as the page sees them: a feed of all of them, and each change as a call. Secrets go in
 * (`giveSecret`) and never come out.
 */
import * as z from 'zod';
import { profileIdSchema, watchIdSchema } from '../domain/identity.ts';
import { connectionProfileSchema, profileFormSchema } from '../domain/profile.ts';
import { appErrorDataSchema } from './errors.ts';

/** Where what a sign-in needs is kept. `built-in`: Practice's own. */
const credentialLocationSchema = z.enum(['keychain', 'key-file', 'memory', 'environment', 'file', 'built-in']);
export type CredentialLocation = z.infer<typeof credentialLocationSchema>;

/** `store`: in the keychain, or in its stead where this host was told another place; `memory`: until Watchfloor ends. */
const credentialPersistenceSchema = z.enum(['store', 'memory']);
export type CredentialPersistence = z.infer<typeof credentialPersistenceSchema>;

const signInStatusSchema = z.discriminatedUnion('kind', [
  /** Nobody looked yet. */
  z.object({ kind: z.literal('unknown') }),
  /** There is something to ask the issuer with. Whether the issuer takes it, the stream's state says. */
  z.object({
    kind: z.literal('ready'),
    kept: credentialLocationSchema,
    /** Who signed in, as the issuer names them; `null` for a client, and where the issuer does not say. */
    as: z.string().nullable(),
    /** When that was, UTC epoch ms; `null` for a client. */
    since: z.number().nullable(),
  }),
  /** There is nothing, or only something meant for another issuer, realm or client: NO_SECRET, SIGNED_OUT, SECRET_BOUND. */
  z.object({ kind: z.literal('missing'), error: appErrorDataSchema }),
  /** It cannot be looked for (KEYCHAIN_UNAVAILABLE, VAULT_…), which says nothing about whether it is there. */
  z.object({ kind: z.literal('unavailable'), error: appErrorDataSchema }),
  /** Somebody is at the issuer's page. */
  z.object({
    kind: z.literal('under-way'),
    /** Of the issuer's page. */
    address: z.string(),
    startedAt: z.number(),
    /** Given up then. */
    endsAt: z.number(),
  }),
  /** The last try came to nothing; what was kept before stays. */
  z.object({ kind: z.literal('failed'), error: appErrorDataSchema, at: z.number() }),
]);
export type SignInStatus = z.infer<typeof signInStatusSchema>;

const profileEntrySchema = z.object({
  id: profileIdSchema,
  /** As it is kept; `null` for Practice, and where its file cannot be understood (`problem`). */
  profile: connectionProfileSchema.nullable(),
  name: z.string(),
  practice: z.boolean(),
  /** The watch that is open. */
  watch: watchIdSchema.nullable(),
  /** Why it cannot be read, or could not be opened last. */
  problem: appErrorDataSchema.nullable(),
  signIn: signInStatusSchema,
});
export type ProfileEntry = z.infer<typeof profileEntrySchema>;
/** By name, Practice last; those that are damaged, too. */
export const profileEntriesSchema = z.array(profileEntrySchema);

export const profileIdInputSchema = z.object({ id: profileIdSchema });
/** `id` null: a new one. An open one is opened anew where what it is watched by has changed. */
export const saveProfileInputSchema = z.object({ id: profileIdSchema.nullable(), profile: profileFormSchema });
export type SaveProfile = z.input<typeof saveProfileInputSchema>;
/** `events`: everything stored of it, too; its secrets always. */
export const removeProfileInputSchema = profileIdInputSchema.extend({ events: z.boolean() });
/** The text of a profile file. */
export const readProfileInputSchema = z.object({ text: z.string().max(1_000_000) });
export const profileTextSchema = z.object({ fileName: z.string(), text: z.string() });

/** A secret is typed by a person: longer than this it is another file. */
export const giveSecretInputSchema = profileIdInputSchema.extend({
  secret: z.string().min(1).max(65_536),
  keep: credentialPersistenceSchema,
});
export const startSignInInputSchema = profileIdInputSchema.extend({ keep: credentialPersistenceSchema });
export const startedSignInSchema = z.object({
  /** Of the issuer's page. */
  address: z.string(),
  /** The host has opened a browser there; else the page does, or the person. */
  opened: z.boolean(),
});
/** `revoked`: the issuer was told; `not-offered`: it has no way to be told; `failed`: it was not reached, or refused. */
export const signOutResultSchema = z.object({
  atIssuer: z.enum(['revoked', 'not-offered', 'failed', 'nothing-to-revoke']),
});
export type SignOutResult = z.infer<typeof signOutResultSchema>;
