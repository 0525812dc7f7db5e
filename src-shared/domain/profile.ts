/**
 * A connection profile: one service to watch. It never holds the client secret.
 * Source: `service-spec.md` "Address placeholders", "Authentication".
 */
import * as z from 'zod';
import { PRACTICE_ID, profileIdSchema } from './identity.ts';
import { MOST_PAGE_RULES, pageRuleSchema } from './page-rule-schema.ts';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The store of the built-in simulator is kept under this name. */
export const PRACTICE_NAME = 'Practice';

const addressSchema = z
  .string({ error: 'an https address such as "https://api.example.com"' })
  .transform((text, context) => {
    const refuse = (expected: string) => {
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    };
    if (!URL.canParse(text)) return refuse('an https address such as "https://api.example.com"');
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)))
      return refuse('an https address (http is accepted for 127.0.0.1, localhost and [::1] only)');
    if (url.username !== '' || url.password !== '') return refuse('an address without user name and password');
    if (/[\s?#\\]/.test(text)) return refuse('an address without spaces, "?", "#" and "\\"');
    return text.replace(/\/+$/, '');
  });

const nameSchema = z
  .string({ error: 'a name of 1 to 80 characters' })
  .trim()
  .min(1, 'a name of 1 to 80 characters')
  .max(80, 'a name of 1 to 80 characters')
  .regex(/^[^\p{Cc}]*$/u, 'a name without control characters')
  .refine(
    (name) => name.toLowerCase() !== PRACTICE_NAME.toLowerCase(),
    `another name: "${PRACTICE_NAME}" is the simulator's`,
  );

const PROFILE_ID_FORM = '8 to 64 lower-case letters, digits and hyphens';

const text = (expected: string) => z.string({ error: expected }).min(1, expected);

const days = z
  .number({ error: 'a whole number of days from 1 to 36500' })
  .int('a whole number of days from 1 to 36500')
  .min(1, 'a whole number of days from 1 to 36500')
  .max(36_500, 'a whole number of days from 1 to 36500');

const keepDaysSchema = z.strictObject(
  { failures: days.default(365), successes: days.default(90), heartbeats: days.default(7) },
  { error: 'an object with days for "failures", "successes" and "heartbeats"' },
);
export const USUAL_KEEP_DAYS = keepDaysSchema.parse({});

const PROXY_FORM = '"environment", "none", or a proxy\'s http or https address without user name and password';
const proxySchema = z
  .string({ error: PROXY_FORM })
  .refine((text) => text === 'environment' || text === 'none' || isProxyAddress(text), PROXY_FORM);

function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** A profile as its file says it. */
export const profileFileSchema = z.strictObject({
  /** Left out, it is derived from what is watched (`adapters/profile/profile-identity.ts`). */
  id: z
    .string({ error: PROFILE_ID_FORM })
    .regex(/^[a-z0-9][a-z0-9-]{7,63}$/, PROFILE_ID_FORM)
    .refine((id) => id !== PRACTICE_ID, `another id: "${PRACTICE_ID}" is the simulator's`)
    .pipe(profileIdSchema)
    .optional(),
  /** A label: it may change, and another profile may have the same. */
  name: nameSchema,
  baseUrl: addressSchema,
  eventsUrl: addressSchema,
  authUrl: addressSchema,
  realm: text('the realm, as a non-empty text').regex(
    /^(?!\.{1,2}$)[^/?#\s]+$/,
    'the realm alone, without "/", "?", "#" or spaces',
  ),
  clientId: text('the OAuth client id, as a non-empty text'),
  flow: z.enum(['clientCredentials', 'authorizationCode'], { error: '"clientCredentials" or "authorizationCode"' }),
  clientAuthentication: z.enum(['basic', 'post'], { error: '"basic" or "post"' }).default('basic'),
  /** Seconds between heartbeats: late at 1.5 times, blind at 2.5 times. */
  heartbeatSeconds: z
    .number({ error: 'a number of seconds from 0.1 to 3600' })
    .min(0.1, 'a number of seconds from 0.1 to 3600')
    .max(3600, 'a number of seconds from 0.1 to 3600')
    .default(30),
  /** How long events are kept, in days; pinned ones are kept whatever they are. */
  keepDays: keepDaysSchema.prefault({}),
  /** Path of a file that holds the client secret, relative to the profile file. */
  clientSecretFile: text('the path of a file').optional(),
  /** Path of a PEM file with further certificate authorities to trust, relative to the profile file. */
  caFile: text('the path of a file').optional(),
  /** `environment`: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say; `none`; or a proxy's address, without user and password. */
  proxy: proxySchema.default('environment'),
  /** Watched when Watchfloor starts. */
  watchAtStart: z.boolean({ error: 'true or false' }).default(true),
  /** What the page hides from whoever lacks a right; comfort, never authorization. */
  pageRules: z
    .array(pageRuleSchema, { error: 'a list of rules' })
    .max(MOST_PAGE_RULES, `at most ${MOST_PAGE_RULES} rules`)
    .default([]),
});
/** What a file or a form says. */
export type ProfileInput = z.input<typeof profileFileSchema>;

export const connectionProfileSchema = profileFileSchema.extend({ id: profileIdSchema });
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
