/**
 * `watchfloor outlets`: lists, adds, removes and tests outlets, and prints their deliveries. A running watcher takes up a
 * change within two seconds.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import {
  type AddressProblem,
  addressProblem,
  isFilePath,
  SECRET_FIELD,
} from '../../../../src-shared/domain/outlets/outlet-address.ts';
import {
  HEARTBEAT_SECONDS,
  MAX_OUTLETS,
  type Outlet,
  type OutletKind,
  outletKinds,
  OUTLET_LIMITS,
  type OutletTopic,
  outletTopics,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { createNetwork } from '../../../adapters/network/network.ts';
import { createOutletSender } from '../../../adapters/outlets/outlet-sender.ts';
import { isSigningSecret } from '../../../adapters/outlets/webhook-signature.ts';
import { secretOf } from '../../../adapters/sign-in/client-secret.ts';
import { isDelivered, responseText } from '../../../core/outlets/attempts.ts';
import { templateFields } from '../../../core/outlets/message-formats.ts';
import { outletProjection, storedDeliveries, storedOutletState } from '../../../core/outlets/outlet-state.ts';
import { sendTest } from '../../../core/outlets/send-test.ts';
import { templateProblem } from '../../../core/outlets/template.ts';
import { processSecrets } from '../../process-secrets.ts';
import { listOption, parseLimit, vaultKeyFileOption, withStoreOptions } from '../options.ts';
import { withStore } from '../store/store-choice.ts';
import { chosenFormat, type FormatOptions, printRows, withFormatOptions } from '../terminal/rows.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { deliveryRows, outletRows } from './outlet-lines.ts';
import { type OutletCommandOptions, type OutletSettings, withOutletSettings } from './outlet-settings.ts';

interface AddOptions extends OutletCommandOptions {
  readonly url: string;
  readonly secretFile?: string;
  readonly send: readonly OutletTopic[];
  readonly template?: string;
  readonly batch?: true;
  readonly every: number;
}

const EXAMPLES = `
Examples:
  watchfloor outlets add alertmanager ops --url https://alerts.example.com
  watchfloor outlets add cloudevents hook --url https://hooks.example.com/in --secret-file signing-secret.txt
  watchfloor outlets add template chat --url 'https://chat.example.com/hooks/{secret}' --secret-file hook-id.txt
  watchfloor outlets add heartbeat alive --url https://ping.example.com/4711 --every 60
  watchfloor outlets test chat

KIND: alertmanager sends alerts (POST /api/v2/alerts is added to the address); cloudevents sends CloudEvents 1.0, signed as
Standard Webhooks describes if there is a secret; template sends a JSON body with your text; ndjson appends lines to a file;
heartbeat pings while Watchfloor watches and stores. {secret} in an address stands for the secret.`;

export function outletsCommand(terminal: Terminal): Command {
  return new Command('outlets')
    .addHelpText('after', EXAMPLES)
    .addCommand(listCommand(terminal))
    .addCommand(addCommand(terminal))
    .addCommand(
      withOutletOptions(new Command('remove'), terminal)
        .description('Remove an outlet and its secret. What it has not sent yet is not sent.')
        .argument('<NAME>')
        .action((name: string, options: OutletCommandOptions) => removeOutlet(terminal, name, options)),
    )
    .addCommand(
      withOutletOptions(new Command('test'), terminal)
        .description(
          'Send a test message, marked as a test, and print the answer. Exits with 1 if it was not accepted.',
        )
        .argument('<NAME>')
        .action((name: string, options: OutletCommandOptions) => testOutlet(terminal, name, options)),
    )
    .addCommand(logCommand(terminal));
}

function withOutletOptions(command: Command, terminal: Terminal): Command {
  return withStoreOptions(command, terminal).addOption(vaultKeyFileOption());
}

function listCommand(terminal: Terminal): Command {
  const command = withOutletOptions(new Command('list'), terminal).description('Print the outlets and how they work.');
  return withFormatOptions(command, Object.keys(outletRows.fields)).action(
    async (options: OutletCommandOptions & FormatOptions) => {
      const chosen = chosenFormat(terminal, options);
      await withOutletSettings(terminal, options, async (settings) => {
        const records = await outletRecords(options, settings.outlets);
        const rows = await Promise.all(
          settings.outlets.map(async (outlet) => ({
            outlet,
            hasSecret: await settings.hasSecret(outlet.id),
            state: storedOutletState(records.get(outlet.id) ?? []),
          })),
        );
        await printRows(terminal, outletRows, chosen, () => rows);
      });
    },
  );
}

function logCommand(terminal: Terminal): Command {
  const command = withOutletOptions(new Command('log'), terminal)
    .description('Print the last deliveries of all outlets, oldest first: delivered, retrying or not-delivered.')
    .option('-n, --limit <N>', 'only the newest N deliveries', parseLimit);
  return withFormatOptions(command, Object.keys(deliveryRows.fields)).action(
    async (options: OutletCommandOptions & FormatOptions & { readonly limit?: number }) => {
      const chosen = chosenFormat(terminal, options);
      await withOutletSettings(terminal, options, async ({ outlets }) => {
        const records = await outletRecords(options, outlets);
        const rows = outlets
          .flatMap(({ id, name }) => storedDeliveries(records.get(id) ?? []).map((one) => ({ ...one, outlet: name })))
          .toSorted((one, other) => one.at - other.at || one.turn.number - other.turn.number);
        await printRows(terminal, deliveryRows, chosen, () =>
          rows.slice(-(options.limit ?? rows.length) || rows.length),
        );
      });
    },
  );
}

async function outletRecords(options: OutletCommandOptions, outlets: readonly Outlet[]) {
  if (outlets.length === 0) return new Map<string, never[]>();
  return withStore(options, async (reader) => {
    const found = outlets.map(async ({ id }) => [id, await reader.projectionRecords(outletProjection(id))] as const);
    return new Map(await Promise.all(found));
  });
}

function addCommand(terminal: Terminal): Command {
  return withOutletOptions(new Command('add'), terminal)
    .description('Add an outlet.')
    .addArgument(new Argument('<KIND>').choices(outletKinds))
    .addArgument(new Argument('<NAME>').argParser(parseName))
    .requiredOption('--url <URL>', `an https address, or http on this computer; for ndjson the path of a file`)
    .option('--secret-file <FILE>', 'a file with the secret, which is stored encrypted; - reads standard input')
    .addOption(
      listOption('--send <T,T>', 'what to send: groups (failure groups), signal (watching itself)', {
        names: outletTopics,
        what: 'topic',
      }).default(outletTopics, outletTopics.join(',')),
    )
    .option('--template <FILE>', `template, heartbeat: a JSON file with fields in braces: ${templateFields.join(', ')}`)
    .option('--batch', 'cloudevents: several events in one request')
    .addOption(
      new Option('--every <SECONDS>', 'heartbeat: seconds between two pings')
        .argParser(parseSeconds)
        .default(HEARTBEAT_SECONDS.initial),
    )
    .action((kind: OutletKind, name: string, options: AddOptions) => addOutlet(terminal, kind, name, options));
}

async function addOutlet(terminal: Terminal, kind: OutletKind, name: string, options: AddOptions): Promise<void> {
  const secret = options.secretFile === undefined ? null : await readSecret(terminal, options.secretFile);
  const outlet: Outlet = {
    id: randomBytes(8).toString('hex'),
    name,
    kind,
    url: addressOf(kind, options.url),
    topics: kind === 'heartbeat' ? [] : options.send,
    template: await readTemplate(kind, options.template),
    isBatched: options.batch === true,
    everySeconds: options.every,
  };
  refuseUnfitting(outlet, options, secret);
  await withOutletSettings(terminal, options, async ({ identity, outlets, files, secrets }) => {
    if (outlets.some((one) => one.name === name))
      throw badArgument(`There is an outlet "${name}". Remove it first, or choose another name.`);
    if (outlets.length >= MAX_OUTLETS) throw badArgument(`There are ${MAX_OUTLETS} outlets, and no more are possible.`);
    // The secret first: an outlet without its secret would be refused by its receiver.
    if (secret !== null) await secrets.write(outlet, secret, terminal.stopSignal());
    await files.write(identity, [...outlets, outlet]);
  });
  printLine(terminal, terminalText(`Added ${kind} outlet "${name}". To try it: watchfloor outlets test ${name}`));
}

function addressOf(kind: OutletKind, url: string): string {
  if (kind === 'ndjson') {
    const path = resolve(url);
    if (!isFilePath(path)) throw badArgument('Expected the path of a file.');
    return path;
  }
  const problem = addressProblem(url);
  if (problem !== null) throw badArgument(`--url: ${ADDRESS_WORDS[problem]}`);
  if (kind !== 'alertmanager') return url;
  const address = new URL(url);
  return address.pathname.endsWith(ALERTS_PATH) ? url : url.replace(/\/*$/, '') + ALERTS_PATH;
}

const ALERTS_PATH = '/api/v2/alerts';

const ADDRESS_WORDS: Readonly<Record<AddressProblem, string>> = {
  'not-an-address': 'Expected an address, such as https://alerts.example.com.',
  scheme: 'Expected https, or http for this computer.',
  'plain-http': 'Plain http is possible only for this computer: others could read it on the way. Use https.',
  credentials: 'No user and password in the address: give the secret with --secret-file.',
  'secret-in-host': `${SECRET_FIELD} is possible only in the path or the query.`,
};

function refuseUnfitting({ kind, url }: Outlet, { batch }: AddOptions, secret: string | null): void {
  if (url.length > OUTLET_LIMITS.url) throw badArgument(`--url is longer than ${OUTLET_LIMITS.url} characters.`);
  if (batch === true && kind !== 'cloudevents') throw badArgument('--batch is only for cloudevents.');
  const isInAddress = url.includes(SECRET_FIELD);
  if (isInAddress && secret === null)
    throw badArgument(`The address contains ${SECRET_FIELD}: give it with --secret-file.`);
  if (secret === null || isInAddress) return;
  if (kind !== 'cloudevents') throw badArgument(`A secret for ${kind} belongs into the address, as ${SECRET_FIELD}.`);
  if (!isSigningSecret(secret))
    throw badArgument('The secret must be base64 of 24 to 64 bytes, such as: openssl rand -base64 32');
}

async function readSecret({ stdin }: Terminal, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  if (file === '-') for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  const text = file === '-' ? Buffer.concat(chunks).toString('utf8') : await readNamed(file, '--secret-file');
  const secret = secretOf(text);
  if (secret === '') throw badArgument('The secret is empty.');
  if (/[\r\n]/.test(secret)) throw badArgument('The secret has several lines. Is it another file?');
  processSecrets.add(secret);
  return secret;
}

async function readTemplate(kind: OutletKind, file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  if (kind !== 'template' && kind !== 'heartbeat') throw badArgument('--template is only for template and heartbeat.');
  const text = await readNamed(file, '--template');
  const problem = text.length > OUTLET_LIMITS.template ? null : templateProblem(text, templateFields);
  if (text.length > OUTLET_LIMITS.template)
    throw badArgument(`The template is longer than ${OUTLET_LIMITS.template} characters.`);
  if (problem?.kind === 'not-json') throw badArgument('The template is not JSON.');
  if (problem !== null)
    throw badArgument(`The template has an unknown field {${problem.field}}. Known: ${templateFields.join(', ')}.`);
  return text;
}

async function readNamed(file: string, option: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw badArgument(`${option}: ${file} cannot be read.`);
  });
}

async function removeOutlet(terminal: Terminal, name: string, options: OutletCommandOptions): Promise<void> {
  await withOutletSettings(terminal, options, async (settings) => {
    const outlet = named(settings, name);
    await settings.files.write(
      settings.identity,
      settings.outlets.filter((one) => one !== outlet),
    );
    await settings.secrets.remove(outlet.id);
  });
  printLine(terminal, terminalText(`Removed outlet "${name}".`));
}

async function testOutlet(terminal: Terminal, name: string, options: OutletCommandOptions): Promise<void> {
  const network = createNetwork({ env: terminal.environment });
  const sender = createOutletSender({ network, onSecret: (secret) => processSecrets.add(secret) });
  await withOutletSettings(terminal, options, async (settings) => {
    const outlet = named(settings, name);
    const { profile, identity, secrets } = settings;
    const parts = {
      sender,
      secrets,
      profile: profile ?? { proxy: 'environment' },
      named: { id: identity.id, name: identity.name, domain: null },
      now: terminal.clock.now(),
      id: `test-${randomBytes(8).toString('hex')}`,
    };
    const response = await sendTest(parts, outlet, terminal.stopSignal());
    const isWell = isDelivered(response);
    const words =
      response.kind === 'answered' && response.status === 200 && outlet.kind === 'ndjson'
        ? 'written'
        : responseText(response);
    printLine(terminal, terminalText(`${isWell ? 'Accepted' : 'Not accepted'}: ${words}`));
    if (!isWell) terminal.exitCode = 1;
  });
}

function named({ outlets }: Pick<OutletSettings, 'outlets'>, name: string): Outlet {
  const found = outlets.find((outlet) => outlet.name === name);
  if (found !== undefined) return found;
  const known = outlets.length === 0 ? 'There is no outlet.' : `Outlets: ${outlets.map((one) => one.name).join(', ')}.`;
  throw badArgument(`There is no outlet "${name}". ${known}`);
}

function parseName(value: string): string {
  const name = value.trim();
  if (name === '' || name.length > OUTLET_LIMITS.name)
    throw new InvalidArgumentError(`Expected a name of 1 to ${OUTLET_LIMITS.name} characters.`);
  return name;
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  const { min, max } = HEARTBEAT_SECONDS;
  if (!/^\d+$/.test(value) || seconds < min || seconds > max)
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  return seconds;
}

function badArgument(words: string) {
  return appError('BAD_ARGUMENT', { words });
}
