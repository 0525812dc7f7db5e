import type { Client, Configuration, Rights } from './configuration.ts';
import type { GivenAccountRights, GivenClient, GivenUser } from './file-schema.ts';
import { below, type Mistake } from './mistakes.ts';
import { defaultConfiguration, defaultRights } from './default-configuration.ts';

type NamedRights = Readonly<Record<string, Omit<Rights, 'domainId'>>>;

export interface AccountContext {
  /** At least one. The first is the default for accounts that name no domain. */
  readonly domains: readonly string[];
  readonly rights: NamedRights;
}

export function clientOf(given: GivenClient, context: AccountContext): Client {
  return given.flow === 'clientCredentials' ? withRights(given, context) : given;
}

/** Replaces the given rights of an account by the complete ones. */
export function withRights<Account extends { domain?: string | undefined; rights: GivenAccountRights }>(
  { domain, rights, ...account }: Account,
  context: AccountContext,
) {
  return { ...account, rights: rightsOf({ domain, rights }, context) };
}

export function rightsOf(
  account: { domain?: string | undefined; rights: GivenAccountRights },
  context: AccountContext,
): Rights {
  const { rights } = account;
  const namedRights: NamedRights = { ...defaultRights, ...context.rights };
  const named = typeof rights === 'string' ? namedRights[rights] : rights;
  if (named === undefined) throw new RangeError('Rights are looked up after they were checked.');
  return { domainId: account.domain ?? context.domains[0] ?? '', ...named };
}

/** Returns the mistakes in the rights of all accounts of a file or a change. */
export function mistakesOfAccounts(
  {
    clients = [],
    users = [],
  }: { clients?: readonly GivenClient[] | undefined; users?: readonly GivenUser[] | undefined },
  context: AccountContext,
): Mistake[] {
  return [
    ...clients.flatMap((client, index) =>
      client.flow === 'clientCredentials' ? below(['clients', index], accountMistakes(client, context)) : [],
    ),
    ...users.flatMap((user, index) => below(['users', index], accountMistakes(user, context))),
  ];
}

export function accountMistakes(
  account: { domain?: string | undefined; rights: GivenAccountRights },
  context: AccountContext,
): Mistake[] {
  const mistakes: Mistake[] = [];
  const { domain, rights } = account;
  const names = [...new Set([...Object.keys(defaultRights), ...Object.keys(context.rights)])];
  if (domain !== undefined && !context.domains.includes(domain))
    mistakes.push({
      path: ['domain'],
      message: `there is no domain "${domain}"; expected one of ${context.domains.join(', ')}`,
    });
  if (typeof rights === 'string' && !names.includes(rights))
    mistakes.push({
      path: ['rights'],
      message: `there are no rights "${rights}"; expected one of ${names.join(', ')}`,
    });
  return mistakes;
}

/** Moves the default accounts to the given domains by position, and drops accounts whose position has no domain. */
export function defaultAccountsFor(domains: readonly string[]): Pick<Configuration, 'clients' | 'users'> {
  const domainIds = defaultConfiguration.domains.map(({ id }) => id);
  const moved = <Account extends { readonly rights: Rights }>(account: Account) => {
    const domainId = domains[domainIds.indexOf(account.rights.domainId)];
    return domainId === undefined ? [] : [{ ...account, rights: { ...account.rights, domainId } }];
  };
  return {
    clients: defaultConfiguration.clients.flatMap((client): Client[] =>
      client.flow === 'clientCredentials' ? moved(client) : [client],
    ),
    users: defaultConfiguration.users.flatMap(moved),
  };
}
