/**
 * A connection profile: one service to watch. It never holds the client secret.
 * Source: `service-spec.md` "Address placeholders", "Authentication".
 */
import * as z from 'zod';
import { PRACTICE_ID, profileIdSchema } from './identity.ts';
import { MAX_PAGE_RULES, pageRuleSchema } from './page-rule-schema.ts';
import {
  type AddressField,
  checkAddress,
  checkClientId,
  checkDays,
  checkHeartbeatSeconds,
  checkName,
  checkPath,
  checkProxy,
  checkRealm,
  checkRelativePath,
  checkSilenceMinutes,
  EXPECTED_TEXTS,
  type FieldCheck,
} from './profile-fields.ts';

type Check = (typed: string) => FieldCheck;

/** A text that is asked of the functions of `profile-fields.ts`, and kept as they tidy it. */
function textField(check: Check, missing: string) {
  return z.string({ error: missing }).transform((typed, context) => {
    const checked = check(typed);
    if (checked.kind === 'good') return checked.value;
    context.addIssue({ code: 'custom', message: checked.expected });
    return z.NEVER;
  });
}

function numberField(check: Check, expected: string) {
  return z.number({ error: expected }).refine((value) => check(String(value)).kind === 'good', expected);
}

const addressField = (field: AddressField) => textField((typed) => checkAddress(field, typed), EXPECTED_TEXTS.address);

const filePath = textField(checkRelativePath, EXPECTED_TEXTS.relativePath);

const PROFILE_ID_FORM = '8 to 64 lower-case letters, digits and hyphens';

const days = numberField(checkDays, EXPECTED_TEXTS.days);

const keepDaysSchema = z.strictObject(
  { failures: days.default(365), successes: days.default(90), heartbeats: days.default(7), searches: days.default(30) },
  { error: 'an object with days for "failures", "successes", "heartbeats" and "searches"' },
);
export const DEFAULT_KEEP_DAYS = keepDaysSchema.parse({});

/** After so many minutes without an event of an eUICC its next one begins another attempt. */
export const DEFAULT_SILENCE_MINUTES = 30;

const idField = z
  .string({ error: PROFILE_ID_FORM })
  .regex(/^[a-z0-9][a-z0-9-]{7,63}$/, PROFILE_ID_FORM)
  .refine((id) => id !== PRACTICE_ID, `another id: "${PRACTICE_ID}" is the simulator's`)
  .pipe(profileIdSchema);

/** A profile as its file says it. */
export const profileFileSchema = z.strictObject({
  /** Left out, it is derived from what is watched (`adapters/profile/profile-identity.ts`). */
  id: idField.optional(),
  /** A label: it may change, and another profile may have the same. */
  name: textField(checkName, EXPECTED_TEXTS.name),
  baseUrl: addressField('baseUrl'),
  eventsUrl: addressField('eventsUrl'),
  authUrl: addressField('authUrl'),
  realm: textField(checkRealm, EXPECTED_TEXTS.realm),
  clientId: textField(checkClientId, EXPECTED_TEXTS.clientId),
  flow: z.enum(['clientCredentials', 'authorizationCode'], { error: '"clientCredentials" or "authorizationCode"' }),
  clientAuthentication: z.enum(['basic', 'post'], { error: '"basic" or "post"' }).default('basic'),
  /** Seconds between heartbeats: late at 1.5 times, blind at 2.5 times. */
  heartbeatSeconds: numberField(checkHeartbeatSeconds, EXPECTED_TEXTS.seconds).default(30),
  /** Minutes without an event of an eUICC, after which its next one begins another attempt. */
  attemptSilenceMinutes: numberField(checkSilenceMinutes, EXPECTED_TEXTS.minutes).default(DEFAULT_SILENCE_MINUTES),
  /** How long events, and what searches brought, are kept, in days; pinned events are kept whatever they are. */
  keepDays: keepDaysSchema.prefault({}),
  /** Path of a file that holds the client secret, relative to the profile file. */
  clientSecretFile: filePath.optional(),
  /** Path of a PEM file with further certificate authorities to trust, relative to the profile file. */
  caFile: filePath.optional(),
  /** `environment`: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say; `none`; or a proxy's address, without user and password. */
  proxy: textField(checkProxy, EXPECTED_TEXTS.proxy).default('environment'),
  /** Watched when Watchfloor starts. */
  watchAtStart: z.boolean({ error: 'true or false' }).default(true),
  /** What the page hides from whoever lacks a right; comfort, never authorization. */
  pageRules: z
    .array(pageRuleSchema, { error: 'a list of rules' })
    .max(MAX_PAGE_RULES, `at most ${MAX_PAGE_RULES} rules`)
    .default([]),
});
/** What a file or a form says. */
export type ProfileInput = z.input<typeof profileFileSchema>;

/** A profile as a form gives it; the backend says in words which files it cannot name. */
export const profileFormSchema = profileFileSchema.extend({
  clientSecretFile: z.string().optional(),
  caFile: z.string().optional(),
});

/** A profile that is kept and watched: it stands nowhere, so the files that it names are named whole. */
export const connectionProfileSchema = profileFileSchema.extend({
  id: idField,
  clientSecretFile: textField(checkPath, EXPECTED_TEXTS.path).optional(),
  caFile: textField(checkPath, EXPECTED_TEXTS.path).optional(),
});
export type ConnectionProfile = z.infer<typeof connectionProfileSchema>;

/** What a secret is bound to: it is never sent where one of these differs. */
export interface SecretBinding {
  readonly issuer: string;
  readonly realm: string;
  readonly clientId: string;
}

export function secretBinding(profile: Pick<ConnectionProfile, 'authUrl' | 'realm' | 'clientId'>): SecretBinding {
  return { issuer: profile.authUrl, realm: profile.realm, clientId: profile.clientId };
}

/**
 * Where the tokens go that a kept secret or sign-in brings, and who is trusted there beside whom this computer trusts.
 * `null`: nobody else.
 */
export interface SecretScope {
  readonly baseUrl: string;
  readonly eventsUrl: string;
  readonly caFile: string | null;
}

export function secretScope(profile: Pick<ConnectionProfile, 'baseUrl' | 'eventsUrl' | 'caFile'>): SecretScope {
  const { baseUrl, eventsUrl, caFile } = profile;
  return { baseUrl, eventsUrl, caFile: caFile ?? null };
}

/** Heartbeat limits in seconds: `product.md`, The signal. */
export function heartbeatLimits(profile: Pick<ConnectionProfile, 'heartbeatSeconds'>) {
  const intervalSeconds = profile.heartbeatSeconds;
  return { intervalSeconds, lateSeconds: intervalSeconds * 1.5, blindSeconds: intervalSeconds * 2.5 };
}

/** {events_url}/connect/subscribe: `service-spec.md` "3. Notification stream". */
export function subscribeUrl(profile: Pick<ConnectionProfile, 'eventsUrl'>): string {
  return `${profile.eventsUrl}/connect/subscribe`;
}

/** {auth_url}/auth/realms/<realm>/protocol/openid-connect/…: `service-spec.md` "Authentication". */
export function oauthEndpoints(profile: Pick<ConnectionProfile, 'authUrl' | 'realm'>) {
  const issuer = `${profile.authUrl}/auth/realms/${encodeURIComponent(profile.realm)}`;
  return {
    issuer,
    tokenEndpoint: `${issuer}/protocol/openid-connect/token`,
    authorizationEndpoint: `${issuer}/protocol/openid-connect/auth`,
  };
}
