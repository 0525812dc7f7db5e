/** Secrets go in (`giveSecret`) and never come out. */
import * as z from 'zod';
import { profileIdSchema, watchIdSchema } from '../domain/identity.ts';
import { connectionProfileSchema, profileFormSchema } from '../domain/profile/profile.ts';
import { appErrorDataSchema } from './errors.ts';

const credentialLocationSchema = z.enum(['keychain', 'key-file', 'memory', 'environment', 'file', 'built-in']);
export type CredentialLocation = z.infer<typeof credentialLocationSchema>;

/** `store`: in the keychain, or in the place that this host was given instead. `memory`: until Watchfloor ends. */
const credentialPersistenceSchema = z.enum(['store', 'memory']);
export type CredentialPersistence = z.infer<typeof credentialPersistenceSchema>;

const signInStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  /** A secret or sign-in is available. The stream's state shows whether the issuer accepts it. */
  z.object({
    kind: z.literal('ready'),
    kept: credentialLocationSchema,
    /** Name of the signed-in user, from the issuer; null for a client, or if the issuer does not give it. */
    as: z.string().nullable(),
    /** Id of the person as an author; missing for a client, and for a sign-in that an older version stored. */
    person: z.string().exactOptional(),
    since: z.number().nullable(),
    /** Why a sign-in that should be stored is only in memory. */
    notStored: appErrorDataSchema.exactOptional(),
  }),
  /** The keychain has not answered for some seconds, so it may be asking the user. */
  z.object({ kind: z.literal('keychain-waits') }),
  /** Nothing is stored, or only for another issuer, realm or client: NO_SECRET, SIGNED_OUT, SECRET_BOUND. */
  z.object({ kind: z.literal('missing'), error: appErrorDataSchema }),
  /** The check failed (KEYCHAIN_UNAVAILABLE, VAULT_…), so it is not known whether a secret is stored. */
  z.object({ kind: z.literal('unavailable'), error: appErrorDataSchema }),
  z.object({
    kind: z.literal('under-way'),
    address: z.string(),
    startedAt: z.number(),
    endsAt: z.number(),
  }),
  /** The last attempt failed; the sign-in from before is kept. */
  z.object({ kind: z.literal('failed'), error: appErrorDataSchema, at: z.number() }),
]);
export type SignInStatus = z.infer<typeof signInStatusSchema>;

const profileEntrySchema = z.object({
  id: profileIdSchema,
  /** Stored profile; null for Practice, or if its file cannot be parsed (`problem`). */
  profile: connectionProfileSchema.nullable(),
  name: z.string(),
  practice: z.boolean(),
  watch: watchIdSchema.nullable(),
  problem: appErrorDataSchema.nullable(),
  signIn: signInStatusSchema,
});
export type ProfileEntry = z.infer<typeof profileEntrySchema>;
/** By name, Practice last. Includes damaged profiles. */
export const profileEntriesSchema = z.array(profileEntrySchema);

export const profileIdInputSchema = z.object({ id: profileIdSchema });
/** `id` null creates a profile. Reopens an open profile if a setting that its watch uses has changed. */
export const saveProfileInputSchema = z.object({ id: profileIdSchema.nullable(), profile: profileFormSchema });
export type SaveProfile = z.input<typeof saveProfileInputSchema>;
/** Always removes the secrets. `events`: removes its stored events, too. */
export const removeProfileInputSchema = profileIdInputSchema.extend({ events: z.boolean() });
export const readProfileInputSchema = z.object({ text: z.string().max(1_000_000) });
export const profileTextSchema = z.object({ fileName: z.string(), text: z.string() });

/** Users type a secret; a longer text is some other file. */
export const giveSecretInputSchema = profileIdInputSchema.extend({
  secret: z.string().min(1).max(65_536),
  keep: credentialPersistenceSchema,
});
export const startSignInInputSchema = profileIdInputSchema.extend({ keep: credentialPersistenceSchema });
export const startedSignInSchema = z.object({
  address: z.string(),
  /** True if the host opened a browser. Otherwise the page or the user must open the address. */
  opened: z.boolean(),
});
/** `not-offered`: the issuer has no revocation. `failed`: it was not reached, or refused. */
export const signOutResultSchema = z.object({
  atIssuer: z.enum(['revoked', 'not-offered', 'failed', 'nothing-to-revoke']),
});
export type SignOutResult = z.infer<typeof signOutResultSchema>;
