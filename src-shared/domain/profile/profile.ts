/** Connection profile: one service to watch. Never contains the client secret. Source: `docs/service.md` §1.2, §2.2. */
import * as z from 'zod';
import { PRACTICE_ID, profileIdSchema } from '../identity.ts';
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
  checkStatusPage,
  EXPECTED_TEXTS,
  type FieldCheck,
} from './profile-fields.ts';
import { teamSettingsSchema } from './team-settings.ts';

type Check = (typed: string) => FieldCheck;

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

/** After this many minutes without an event of an eUICC, its next event starts another attempt. */
export const DEFAULT_SILENCE_MINUTES = 30;

const idField = z
  .string({ error: PROFILE_ID_FORM })
  .regex(/^[a-z0-9][a-z0-9-]{7,63}$/, PROFILE_ID_FORM)
  .refine((id) => id !== PRACTICE_ID, `another id: "${PRACTICE_ID}" is the simulator's`)
  .pipe(profileIdSchema);

export const profileFileSchema = z.strictObject({
  /** If missing, derived from what is watched (`adapters/profile/profile-identity.ts`). */
  id: idField.optional(),
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
  attemptSilenceMinutes: numberField(checkSilenceMinutes, EXPECTED_TEXTS.minutes).default(DEFAULT_SILENCE_MINUTES),
  keepDays: keepDaysSchema.prefault({}),
  clientSecretFile: filePath.optional(),
  /** Path of a PEM file with further certificate authorities to trust, relative to the profile file. */
  caFile: filePath.optional(),
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY; `none`; or an address without user and password. */
  proxy: textField(checkProxy, EXPECTED_TEXTS.proxy).default('environment'),
  /** Address of the provider's public status page: Atom, RSS, or the JSON of a hosted page. */
  statusPage: textField(checkStatusPage, EXPECTED_TEXTS.statusPage).optional(),
  team: teamSettingsSchema.optional(),
  watchAtStart: z.boolean({ error: 'true or false' }).default(true),
  /** Hides parts of the page from users who lack a right; a convenience, never authorization. */
  pageRules: z
    .array(pageRuleSchema, { error: 'a list of rules' })
    .max(MAX_PAGE_RULES, `at most ${MAX_PAGE_RULES} rules`)
    .default([]),
});
export type ProfileInput = z.input<typeof profileFileSchema>;

export const profileFormSchema = profileFileSchema.extend({
  clientSecretFile: z.string().optional(),
  caFile: z.string().optional(),
});

/** Stored profile. It has no file of its own, so it names other files by absolute paths. */
export const connectionProfileSchema = profileFileSchema.extend({
  id: idField,
  clientSecretFile: textField(checkPath, EXPECTED_TEXTS.path).optional(),
  caFile: textField(checkPath, EXPECTED_TEXTS.path).optional(),
});
export type ConnectionProfile = z.infer<typeof connectionProfileSchema>;

/** Fields that a secret is bound to: it is never sent if one of them differs. */
export interface SecretBinding {
  readonly issuer: string;
  readonly realm: string;
  readonly clientId: string;
}

export function secretBinding(profile: Pick<ConnectionProfile, 'authUrl' | 'realm' | 'clientId'>): SecretBinding {
  return { issuer: profile.authUrl, realm: profile.realm, clientId: profile.clientId };
}

/** Receivers of tokens from a stored secret, and the certificate file trusted there; null for the system's only. */
export interface SecretScope {
  readonly baseUrl: string;
  readonly eventsUrl: string;
  readonly caFile: string | null;
}

export function secretScope(profile: Pick<ConnectionProfile, 'baseUrl' | 'eventsUrl' | 'caFile'>): SecretScope {
  const { baseUrl, eventsUrl, caFile } = profile;
  return { baseUrl, eventsUrl, caFile: caFile ?? null };
}

/** Heartbeat limits in seconds: `docs/connect.md` "The profile file", `heartbeatSeconds`. */
export function heartbeatLimits(profile: Pick<ConnectionProfile, 'heartbeatSeconds'>) {
  const intervalSeconds = profile.heartbeatSeconds;
  return { intervalSeconds, lateSeconds: intervalSeconds * 1.5, blindSeconds: intervalSeconds * 2.5 };
}

/** {events_url}/connect/subscribe: `docs/service.md` §3.1. */
export function subscribeUrl(profile: Pick<ConnectionProfile, 'eventsUrl'>): string {
  return `${profile.eventsUrl}/connect/subscribe`;
}

/** {auth_url}/auth/realms/<realm>/protocol/openid-connect/…: `docs/service.md` §1.2, §2.2. */
export function oauthEndpoints(profile: Pick<ConnectionProfile, 'authUrl' | 'realm'>) {
  const issuer = `${profile.authUrl}/auth/realms/${encodeURIComponent(profile.realm)}`;
  return {
    issuer,
    tokenEndpoint: `${issuer}/protocol/openid-connect/token`,
    authorizationEndpoint: `${issuer}/protocol/openid-connect/auth`,
  };
}
