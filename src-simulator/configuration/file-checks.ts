import { mistakesOfAccounts } from './accounts.ts';
import type { ConfigurationFile } from './file-schema.ts';
import type { Mistake } from './mistakes.ts';
import { defaultConfiguration } from './default-configuration.ts';

export function fileMistakes(file: ConfigurationFile): Mistake[] {
  const domains = (file.domains ?? defaultConfiguration.domains).map(({ id }) => id);
  const context = { domains, rights: file.rights ?? {} };
  const { clients = [], users = [] } = file;
  const names = [
    ...clients.map(({ clientId }, index) => ({ path: ['clients', index, 'clientId'], name: clientId })),
    ...users.map(({ username }, index) => ({ path: ['users', index, 'username'], name: username })),
  ];
  return [
    ...repeated(domains.map((name, index) => ({ path: ['domains', index, 'id'], name }))),
    // Client ids and user names must differ, because both are the account of a token.
    ...repeated(names),
    ...mistakesOfAccounts(file, context),
    ...(file.domains ?? []).flatMap(({ subscriptions, rows }, index) =>
      subscriptions !== undefined && Array.isArray(rows) && subscriptions < rows.length
        ? [{ path: ['domains', index, 'subscriptions'], message: `expected at least the ${rows.length} rows given` }]
        : [],
    ),
    ...needsOther(file, 'tlsCert', 'tlsKey'),
    ...needsOther(file, 'tlsKey', 'tlsCert'),
  ];
}

function repeated(named: readonly { readonly path: readonly PropertyKey[]; readonly name: string }[]): Mistake[] {
  return named.flatMap(({ path, name }, position) =>
    named.findIndex((other) => other.name === name) < position ? [{ path, message: `duplicate "${name}"` }] : [],
  );
}

function needsOther(file: ConfigurationFile, one: 'tlsCert' | 'tlsKey', other: 'tlsCert' | 'tlsKey'): Mistake[] {
  if (file[one] === undefined || file[other] !== undefined) return [];
  return [{ path: [one], message: `${other} is also required` }];
}
