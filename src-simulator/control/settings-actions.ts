import * as z from 'zod';
import { accountMistakes, clientOf, mistakesOfAccounts, rightsOf, withRights } from '../configuration/accounts.ts';
import type { Client } from '../configuration/configuration.ts';
import { definedOf } from '../configuration/defined.ts';
import {
  accountRightsSchema,
  clientSchema,
  domainVariantsSchema,
  fileSchema,
  requiredRightsSchema,
  userSchema,
  variantsSchema,
} from '../configuration/file-schema.ts';
import { below } from '../configuration/mistakes.ts';
import type { Settings } from '../configuration/settings.ts';
import { badRequest } from '../service/refusal.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction } from './control-action.ts';

const names = z.array(z.string()).readonly();
const rightsSchema = z.strictObject({
  domainId: z.string(),
  roles: names,
  accessRights: names,
  solutions: names,
  permissions: z.record(z.string(), names),
});
const requiredRightsResponse = z.record(
  z.string(),
  z.strictObject({ resource: z.string(), permissions: names, solution: z.string().exactOptional() }),
);
const settingsSchema = z.strictObject({
  realm: z.string(),
  variants: variantsSchema,
  requiredRights: requiredRightsResponse,
  domains: z.array(z.strictObject({ id: z.string(), subscriptions: z.int(), variants: domainVariantsSchema })),
  clients: z.array(
    z.strictObject({
      clientId: z.string(),
      flow: z.enum(['clientCredentials', 'authorizationCode']),
      authentication: z.enum(['basic', 'post', 'none']),
      rights: rightsSchema.optional(),
    }),
  ),
  users: z.array(z.strictObject({ username: z.string(), rights: rightsSchema })),
});

const settled = (instead: string) =>
  z.never({ error: `it can only be set when the simulator starts: ${instead}` }).optional();
const startAgain = settled('start it again with another one');
const playsAnother = settled('POST /control/set-scenario plays another one');
const { $schema: _, ...startSettings } = fileSchema.shape;

const changesSchema = z.strictObject({
  ...Object.fromEntries(Object.keys(startSettings).map((name) => [name, startAgain])),
  scenario: playsAnother,
  rights: settled('give the rights of an account under "accounts"'),
  variants: variantsSchema.optional(),
  requiredRights: requiredRightsSchema.optional(),
  domains: z
    .array(
      z.strictObject({
        id: z.string(),
        variants: domainVariantsSchema.optional(),
        subscriptions: startAgain,
        rows: startAgain,
        scenario: playsAnother,
      }),
    )
    .optional(),
  clients: z.array(clientSchema).optional().describe('Added, or replaces those with the same ids'),
  users: z.array(userSchema).optional().describe('Added, or replaces those with the same names'),
  accounts: z.record(z.string(), accountRightsSchema).optional().describe('Account → its new rights'),
});
type Changes = z.output<typeof changesSchema>;

export function settingsActions({ settings }: SimulatorControl): ControlAction[] {
  return [
    controlAction('GET settings', {
      summary: 'The current configuration, without secrets',
      response: settingsSchema,
      perform: () => settingsResponse(settings),
    }),
    controlAction('PATCH settings', {
      summary:
        'Changes the settings that can change while it runs; applies to the next request, and changes nothing if one part is refused',
      body: changesSchema,
      response: settingsSchema,
      perform(changes) {
        const mistakes = mistakesOf(changes, settings);
        if (mistakes.length > 0) throw badRequest(mistakes.join('; '));
        apply(changes, settings);
        return settingsResponse(settings);
      },
    }),
  ];
}

const contextOf = ({ configuration }: Settings) => ({ domains: configuration.domains.map(({ id }) => id), rights: {} });

function mistakesOf(changes: Changes, settings: Settings): string[] {
  const context = contextOf(settings);
  const { domains = [], clients = [], users = [], accounts = {} } = changes;
  const found = [
    ...domains.flatMap(({ id }, index) => {
      if (context.domains.includes(id)) return [];
      const message = `there is no domain "${id}"; expected one of ${context.domains.join(', ')}`;
      return [{ path: ['domains', index, 'id'], message }];
    }),
    ...mistakesOfAccounts({ clients, users }, context),
    ...clients.flatMap(({ clientId }, index) =>
      settings.users().some(({ username }) => username === clientId)
        ? [{ path: ['clients', index, 'clientId'], message: `"${clientId}" is a user` }]
        : [],
    ),
    ...users.flatMap(({ username }, index) =>
      settings.client(username) === undefined && !clients.some(({ clientId }) => clientId === username)
        ? []
        : [{ path: ['users', index, 'username'], message: `"${username}" is a client` }],
    ),
    ...Object.entries(accounts).flatMap(([account, given]) => [
      ...below(['accounts', account], accountMistakes(given, context)),
      ...(settings.rightsOf(account) === undefined
        ? [
            {
              path: ['accounts', account],
              message: 'there is no user or client with its own sign-in that has this name',
            },
          ]
        : []),
    ]),
  ];
  return found.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`);
}

function apply({ variants, requiredRights, domains, clients, users, accounts }: Changes, settings: Settings): void {
  const context = contextOf(settings);
  settings.changeVariants(definedOf(variants));
  settings.changeRequiredRights(definedOf(requiredRights));
  for (const domain of domains ?? []) settings.changeDomainVariants(domain.id, definedOf(domain.variants));
  for (const client of clients ?? []) settings.putClient(clientOf(client, context));
  for (const user of users ?? []) settings.putUser(withRights(user, context));
  for (const [account, given] of Object.entries(accounts ?? {})) {
    const domain = given.domain ?? settings.rightsOf(account)?.domainId;
    settings.changeRights(account, rightsOf({ ...given, domain }, context));
  }
}

function settingsResponse(settings: Settings): z.input<typeof settingsSchema> {
  const { realm, domains } = settings.configuration;
  return {
    realm,
    variants: settings.variants,
    requiredRights: settings.requiredRights,
    domains: domains.map(({ id, subscriptions }) => ({ id, subscriptions, variants: settings.ofDomain(id).variants })),
    clients: settings.clients().map(clientResponse),
    users: settings.users().map(({ username, rights }) => ({ username, rights })),
  };
}

function clientResponse(client: Client): z.input<typeof settingsSchema>['clients'][number] {
  const { clientId, clientSecret, flow, authentication } = client;
  return {
    clientId,
    flow,
    authentication: clientSecret === undefined ? 'none' : authentication,
    ...(client.flow === 'clientCredentials' && { rights: client.rights }),
  };
}
