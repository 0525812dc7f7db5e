/**
 * Schema of a configuration file. Every key is optional and has a default. Unknown keys are refused, so that a misspelt
 * name is not ignored.
 */
import * as z from 'zod';
import { NO_SCENARIO, scenarios } from '../scenarios/scenarios.ts';
import { givenRowSchema } from './row-checks.ts';
import { itemShapes, secondSubscriberRules } from './configuration.ts';

const word = z.string().min(1, 'expected a text that is not empty');
const names = z.array(word).default([]);

/** Rights without the domain, which belongs to the account. */
const rightsSchema = z
  .strictObject({
    roles: names,
    accessRights: names,
    solutions: names,
    permissions: z.record(z.string(), z.array(word)).default({}).describe('Resource name → permission names'),
  })
  .describe('Response of the permissions endpoint');

const rightsOfAccount = z
  .union([word, rightsSchema], { error: 'expected a name under "rights", or an object with permissions' })
  .describe('A name under "rights", or the rights themselves');
const domainOfAccount = word.optional().describe('Default: the first domain');

const requiredSchema = z.strictObject({
  resource: word,
  permissions: z
    .array(word)
    .min(1)
    .describe('All of these')
    .transform(([first = '', ...others]): [string, ...string[]] => [first, ...others]),
  solution: word.exactOptional(),
});
export const requiredRightsSchema = z
  .strictObject({
    search: requiredSchema,
    subscribe: requiredSchema,
    localize: requiredSchema,
    mode: requiredSchema,
    servicePolicy: requiredSchema,
  })
  .partial();

export const domainVariantsSchema = z
  .strictObject({
    secondSubscriber: z.enum(secondSubscriberRules).describe('Response to a second subscriber of the domain'),
    itemShape: z.enum(itemShapes).describe('Shape of the fields in search results'),
    detailedMessage: z.enum(['text', 'object']).describe('JSON as text, or a nested object'),
  })
  .partial();
export const variantsSchema = domainVariantsSchema.extend({ accessTokens: z.enum(['jwt', 'opaque']).optional() });

const scenario = z.enum([...scenarios.map(({ name }) => name), NO_SCENARIO]);

const domainSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'expected words separated by dots, such as acme.europe'),
  subscriptions: z.int().min(1).max(1_000_000).optional().describe('Number of subscriptions, including the given rows'),
  rows: z
    .union([word, z.array(givenRowSchema).min(1)], { error: 'expected the name of a CSV file, or an array of rows' })
    .optional()
    .describe('A CSV file beside this one with field names as columns, or the rows; missing values are generated'),
  scenario: scenario.optional(),
  variants: domainVariantsSchema.optional(),
});

const machineClientSchema = z.strictObject({
  flow: z.literal('clientCredentials'),
  clientId: word,
  clientSecret: word,
  authentication: z.enum(['basic', 'post']).default('basic'),
  domain: domainOfAccount,
  rights: rightsOfAccount.default('operator'),
});
const peoplesClientSchema = z.strictObject({
  flow: z.literal('authorizationCode'),
  clientId: word,
  clientSecret: word.optional().describe('Default: a public client'),
  authentication: z.enum(['basic', 'post']).default('basic').describe('For a client with a secret'),
  redirectUris: z
    .array(z.url({ error: 'expected an address' }))
    .min(1)
    .optional()
    .describe('Default: / and /callback of any loopback port'),
});
export const clientSchema = z.discriminatedUnion('flow', [machineClientSchema, peoplesClientSchema]);
/** New rights of an account. Without `domain` the account stays in its domain. */
export const accountRightsSchema = z.strictObject({ domain: word.optional(), rights: rightsOfAccount });
export const userSchema = z.strictObject({
  username: word,
  password: word,
  domain: domainOfAccount,
  rights: rightsOfAccount.default('operator'),
});

export const prefixSchema = z
  .string()
  .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected a path such as /api, without a slash at its end')
  .refine((path) => !/^\/control(\/|$)/.test(path), 'expected a path other than that of the control');

export const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  realm: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'expected letters, digits, - and _')
    .optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  timeScale: z.number().min(0.00001).max(100_000).optional(),
  startTime: z.iso
    .datetime({ offset: true, error: 'expected an ISO 8601 time such as 2026-03-01T08:00:00Z' })
    .optional()
    .describe('Start of the simulated time'),
  clock: z.enum(['system', 'manual']).optional(),
  scenario: scenario.optional().describe('For the first domain; none applies to all domains without their own'),
  port: z.int().min(0).max(65_535).optional(),
  host: word.optional(),
  tlsCert: word.optional().describe('A PEM file; a relative path starts at the folder of this file'),
  tlsKey: word.optional().describe('A PEM file; a relative path starts at the folder of this file'),
  publicUrl: z
    .string()
    .regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, 'expected an address such as https://sim.example.com/path')
    .refine((url) => URL.canParse(url), 'expected an address such as https://sim.example.com/path')
    .optional(),
  prefixes: z
    .strictObject({
      base: prefixSchema.exactOptional(),
      events: prefixSchema.exactOptional(),
      auth: prefixSchema.exactOptional(),
    })
    .optional(),
  variants: variantsSchema.optional(),
  requiredRights: requiredRightsSchema.optional(),
  rights: z.record(word, rightsSchema).optional().describe('Rights by name; operator and watcher are built in'),
  domains: z.array(domainSchema).min(1).optional(),
  clients: z.array(clientSchema).min(1).optional(),
  users: z.array(userSchema).optional(),
});
export type ConfigurationFile = z.output<typeof fileSchema>;
export type GivenAccountRights = z.output<typeof rightsOfAccount>;
export type GivenClient = z.output<typeof clientSchema>;
export type GivenUser = z.output<typeof userSchema>;

/** Returns the JSON Schema 2020-12 of the file, for editors. */
export function fileJsonSchema(): object {
  return { ...z.toJSONSchema(fileSchema, { io: 'input' }), title: 'Configuration of watchfloor simulator' };
}
