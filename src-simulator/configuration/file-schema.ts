/** Every key is optional. Unknown keys are refused, so that a misspelt name is not ignored. */
import * as z from 'zod';
import { givenRowSchema } from './row-checks.ts';
import { settingTable } from './setting-table.ts';

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
    secondSubscriber: settingTable.secondSubscriber.schema,
    itemShape: settingTable.itemShape.schema,
    detailedMessage: settingTable.detailedMessage.schema,
    pageSize: settingTable.pageSize.schema,
    maxLimit: settingTable.maxLimit.schema,
    lastPage: settingTable.lastPage.schema,
  })
  .partial();
export const variantsSchema = domainVariantsSchema.extend({
  accessTokens: settingTable.accessTokens.schema.optional(),
  tokenSeconds: settingTable.tokenSeconds.schema.optional(),
});

const domainSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'expected words separated by dots, such as acme.europe'),
  subscriptions: settingTable.subscriptions.schema
    .describe('Number of subscriptions, including the given rows')
    .optional(),
  rows: z
    .union([word, z.array(givenRowSchema).min(1)], { error: 'expected the name of a CSV file, or an array of rows' })
    .optional()
    .describe('A CSV file beside this one with field names as columns, or the rows; missing values are generated'),
  scenario: settingTable.scenario.schema.describe('Scenario to play in this domain').optional(),
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

const pemFile = settingTable.tlsCert.schema.describe('A PEM file; a relative path starts at the folder of this file');

export const fileSchema = z
  .strictObject({
    $schema: z.string(),
    realm: z.string().regex(/^[A-Za-z0-9_-]+$/, 'expected letters, digits, - and _'),
    seed: settingTable.seed.schema,
    timeScale: settingTable.timeScale.schema,
    startTime: settingTable.startTime.schema,
    clock: settingTable.clock.schema,
    scenario: settingTable.scenario.schema.describe(
      'For the first domain; none applies to all domains without their own',
    ),
    port: settingTable.port.schema,
    host: settingTable.host.schema,
    tlsCert: pemFile,
    tlsKey: pemFile,
    publicUrl: settingTable.publicUrl.schema,
    prefixes: z.strictObject({
      base: settingTable.basePath.schema.exactOptional(),
      events: settingTable.eventsPath.schema.exactOptional(),
      auth: settingTable.authPath.schema.exactOptional(),
    }),
    variants: variantsSchema,
    requiredRights: requiredRightsSchema,
    rights: z.record(word, rightsSchema).describe('Rights by name; operator and watcher are built in'),
    domains: z.array(domainSchema).min(1),
    clients: z.array(clientSchema).min(1),
    users: z.array(userSchema),
  })
  .partial();
export type ConfigurationFile = z.output<typeof fileSchema>;
export type GivenAccountRights = z.output<typeof rightsOfAccount>;
export type GivenClient = z.output<typeof clientSchema>;
export type GivenUser = z.output<typeof userSchema>;

export function fileJsonSchema(): object {
  return { ...z.toJSONSchema(fileSchema, { io: 'input' }), title: 'Configuration of watchfloor simulator' };
}
