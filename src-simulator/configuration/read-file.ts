import { dirname, resolve } from 'node:path';
import { parseJsonNodes } from '../../src-shared/lib/json-nodes.ts';
import type { Listening, Configuration, DomainConfiguration } from './configuration.ts';
import { clientOf, defaultAccountsFor, withRights } from './accounts.ts';
import { fileMistakes } from './file-checks.ts';
import { type ConfigurationFile, fileSchema } from './file-schema.ts';
import { readRows } from './fleet-file.ts';
import { lineAt, configurationMistake, mistakesOf, describeMistake } from './mistakes.ts';
import { readPem } from './pem.ts';
import { readText } from './text-file.ts';
import { NO_SCENARIO } from './scenario-list.ts';
import { definedOf } from './defined.ts';
import { defaultConfiguration } from './default-configuration.ts';
import type { GivenSettings } from './setting-table.ts';

/** Settings of a configuration file. A key is missing if the file does not set it. */
export interface ReadConfiguration
  extends Listening, Pick<GivenSettings, 'seed' | 'timeScale' | 'startTime' | 'clock'> {
  readonly configuration: Configuration;
}

/** @throws ConfigurationMistake */
export function readConfiguration(path: string): ReadConfiguration {
  const text = readText(path);
  const mistake = parseJsonNodes(text);
  if (mistake.kind === 'mistake')
    throw configurationMistake(path, [
      `line ${lineAt(text, mistake.at)}: not valid JSON; expected ${mistake.expected}`,
    ]);
  const parsed = fileSchema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw configurationMistake(
      path,
      mistakesOf(parsed.error).map((found) => describeMistake(found, text)),
    );
  const file = parsed.data;
  const mistakes = fileMistakes(file);
  if (mistakes.length > 0)
    throw configurationMistake(
      path,
      mistakes.map((found) => describeMistake(found, text)),
    );
  const resolvePath = (name: string) => resolve(dirname(path), name);
  const { seed, timeScale, startTime, clock, host, port, publicUrl, prefixes, tlsCert, tlsKey } = file;
  return {
    configuration: configurationOf(file, { path, text, resolvePath }),
    ...definedOf({ seed, timeScale, startTime, clock, host, port, publicUrl, prefixes }),
    ...(tlsCert !== undefined && tlsKey !== undefined && { tls: readPem(resolvePath(tlsCert), resolvePath(tlsKey)) }),
  };
}

function configurationOf(file: ConfigurationFile, source: FileSource): Configuration {
  const given = file.domains ?? defaultConfiguration.domains.map(({ id, subscriptions }) => ({ id, subscriptions }));
  const domains = given.map(({ id }) => id);
  const usual = defaultAccountsFor(domains);
  const context = { domains, rights: file.rights ?? {} };
  return {
    realm: file.realm ?? defaultConfiguration.realm,
    domains: given.map((domain, domainIndex) => domainOf(domain, { ...source, file, domains, domainIndex })),
    clients: file.clients?.map((client) => clientOf(client, context)) ?? usual.clients,
    users: file.users?.map((user) => withRights(user, context)) ?? usual.users,
    requiredRights: { ...defaultConfiguration.requiredRights, ...definedOf(file.requiredRights) },
    variants: { ...defaultConfiguration.variants, ...definedOf(file.variants) },
  };
}

function domainOf(
  domain: NonNullable<ConfigurationFile['domains']>[number],
  { file, path, text, resolvePath, domains, domainIndex }: DomainContext,
): DomainConfiguration {
  const startsAt = file.startTime ?? Date.now();
  const rows =
    domain.rows === undefined
      ? undefined
      : readRows(domain.rows, { domainId: domain.id, domains, startsAt, path, resolvePath, domainIndex });
  if (rows !== undefined && domain.subscriptions !== undefined && domain.subscriptions < rows.length)
    throw configurationMistake(path, [
      describeMistake(
        { path: ['domains', domainIndex, 'subscriptions'], message: `expected at least the ${rows.length} rows given` },
        text,
      ),
    ]);
  const scenario = domain.scenario ?? (domainIndex === 0 || file.scenario === NO_SCENARIO ? file.scenario : undefined);
  const usual = defaultConfiguration.domains[Math.min(domainIndex, 1)]?.subscriptions ?? 1;
  return {
    id: domain.id,
    subscriptions: domain.subscriptions ?? rows?.length ?? usual,
    ...(rows !== undefined && { rows }),
    ...(scenario !== undefined && { scenario }),
    ...(domain.variants !== undefined && { variants: definedOf(domain.variants) }),
  };
}

interface FileSource {
  readonly path: string;
  readonly text: string;
  readonly resolvePath: (name: string) => string;
}

interface DomainContext extends FileSource {
  readonly file: ConfigurationFile;
  readonly domains: readonly string[];
  readonly domainIndex: number;
}
