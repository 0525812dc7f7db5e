/** Finds contradictions between the parts of a configuration file. */
import { accountMistakes } from './accounts.ts';
import type { ConfigurationFile } from './file-schema.ts';
import type { Mistake } from './mistakes.ts';
import { defaultConfiguration } from './default-configuration.ts';

export function fileMistakes(file: ConfigurationFile): Mistake[] {
  const domains = (file.domains ?? defaultConfiguration.domains).map(({ id }) => id);
  const context = { domains, rights: file.rights ?? {} };
  const { clients = [], users = [] } = file;
  const names = [
    ...clients.map(({ clientId }, place) => ({ path: ['clients', place, 'clientId'], name: clientId })),
    ...users.map(({ username }, place) => ({ path: ['users', place, 'username'], name: username })),
  ];
  return [
    ...repeated(domains.map((name, place) => ({ path: ['domains', place, 'id'], name }))),
    // Client ids and user names must differ, because both are the account of a token.
    ...repeated(names),
    ...clients.flatMap((client, place) =>
      client.flow === 'clientCredentials' ? below(['clients', place], accountMistakes(client, context)) : [],
    ),
    ...users.flatMap((user, place) => below(['users', place], accountMistakes(user, context))),
    ...(file.domains ?? []).flatMap(({ subscriptions, rows }, place) =>
      subscriptions !== undefined && Array.isArray(rows) && subscriptions < rows.length
        ? [{ path: ['domains', place, 'subscriptions'], message: `expected at least the ${rows.length} rows given` }]
        : [],
    ),
    ...needsOther(file, 'tlsCert', 'tlsKey'),
    ...needsOther(file, 'tlsKey', 'tlsCert'),
  ];
}

function repeated(named: readonly { readonly path: readonly PropertyKey[]; readonly name: string }[]): Mistake[] {
  return named.flatMap(({ path, name }, position) =>
    named.findIndex((other) => other.name === name) < position
      ? [{ path, message: `"${name}" stands here a second time` }]
      : [],
  );
}

function needsOther(file: ConfigurationFile, one: 'tlsCert' | 'tlsKey', other: 'tlsCert' | 'tlsKey'): Mistake[] {
  if (file[one] === undefined || file[other] !== undefined) return [];
  return [{ path: [one], message: `${other} is needed as well` }];
}

function below(path: readonly PropertyKey[], mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.map((mistake) => ({ ...mistake, path: [...path, ...mistake.path] }));
}
