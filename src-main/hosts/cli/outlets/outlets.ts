/**
 * `watchfloor outlets`: lists, adds, removes and tests outlets, and prints their deliveries. A running watcher takes up a
 * change within two seconds.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import {
  DEFAULT_TOPICS,
  HEARTBEAT_SECONDS,
  type Outlet,
  type OutletKind,
  outletKinds,
  OUTLET_LIMITS,
  type OutletTopic,
  outletTopics,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { templateFields } from '../../../../src-shared/domain/outlets/template.ts';
import { createNetwork } from '../../../adapters/network/network.ts';
import { createOutletSender } from '../../../adapters/outlets/outlet-sender.ts';
import { secretOf } from '../../../adapters/sign-in/client-secret.ts';
import { outletStatus, storedOutlet } from '../../../core/outlets/outlet-entries.ts';
import { addOutlet, removeOutlet } from '../../../core/outlets/outlet-list.ts';
import type { CurrentOutlet } from '../../../core/outlets/outlet-state.ts';
import { sendTest, testAnswer } from '../../../core/outlets/send-test.ts';
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
        .action((name: string, options: OutletCommandOptions) => removeNamed(terminal, name, options)),
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
        const stored = await storedOutlets(options, settings.outlets);
        const rows = await Promise.all(
          stored.map(async ({ outlet, state }) => ({
            outlet,
            hasSecret: await settings.hasSecret(outlet.id),
            status: outletStatus(state),
            refused: state?.refused.length ?? 0,
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
        const stored = await storedOutlets(options, outlets);
        const rows = stored
          .flatMap(({ outlet, deliveries }) => deliveries.map((one) => ({ ...one, outlet: outlet.name })))
          .toSorted((one, other) => one.at - other.at || one.turn.number - other.turn.number);
        await printRows(terminal, deliveryRows, chosen, () =>
          rows.slice(-(options.limit ?? rows.length) || rows.length),
        );
      });
    },
  );
}

type StoredOutlet = CurrentOutlet & { readonly outlet: Outlet };

async function storedOutlets(options: OutletCommandOptions, outlets: readonly Outlet[]): Promise<StoredOutlet[]> {
  if (outlets.length === 0) return [];
  return withStore(options, (reader) =>
    Promise.all(outlets.map(async (outlet) => ({ outlet, ...(await storedOutlet(reader, outlet)) }))),
  );
}

function addCommand(terminal: Terminal): Command {
  return withOutletOptions(new Command('add'), terminal)
    .description('Add an outlet.')
    .addArgument(new Argument('<KIND>').choices(outletKinds))
    .addArgument(new Argument('<NAME>').argParser(parseName))
    .requiredOption('--url <URL>', `an https address, or http on this computer; for ndjson the path of a file`)
    .option('--secret-file <FILE>', 'a file with the secret, which is stored encrypted; - reads standard input')
    .addOption(
      listOption(
        '--send <T,T>',
        'what to send: groups (failure groups), signal (watching itself), overdue (groups past their deadline)',
        {
          names: outletTopics,
          what: 'topic',
        },
      ).default(DEFAULT_TOPICS, DEFAULT_TOPICS.join(',')),
    )
    .option('--template <FILE>', `template, heartbeat: a JSON file with fields in braces: ${templateFields.join(', ')}`)
    .option('--batch', 'cloudevents: several events in one request')
    .addOption(
      new Option('--every <SECONDS>', 'heartbeat: seconds between two pings')
        .argParser(parseSeconds)
        .default(HEARTBEAT_SECONDS.initial),
    )
    .action((kind: OutletKind, name: string, options: AddOptions) => addNamed(terminal, kind, name, options));
}

async function addNamed(terminal: Terminal, kind: OutletKind, name: string, options: AddOptions): Promise<void> {
  if (options.batch === true && kind !== 'cloudevents') throw badArgument('--batch is only for cloudevents.');
  const secret = options.secretFile === undefined ? null : await readSecret(terminal, options.secretFile);
  const outlet = {
    name,
    kind,
    url: kind === 'ndjson' ? resolve(options.url) : options.url,
    topics: options.send,
    template: await readTemplate(kind, options.template),
    isBatched: options.batch === true,
    everySeconds: options.every,
  };
  await withOutletSettings(terminal, options, (settings) =>
    addOutlet({ ...settings, newId, secretPlace: 'with --secret-file' }, outlet, secret, terminal.stopSignal()),
  );
  printLine(terminal, terminalText(`Added ${kind} outlet "${name}". To try it: watchfloor outlets test ${name}`));
}

function newId(): string {
  return randomBytes(8).toString('hex');
}

async function readSecret({ stdin }: Terminal, file: string): Promise<string> {
  const secret = secretOf(file === '-' ? await text(stdin) : await readNamed(file, '--secret-file'));
  if (secret === '') throw badArgument('The secret is empty.');
  processSecrets.add(secret);
  return secret;
}

async function readTemplate(kind: OutletKind, file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  if (kind !== 'template' && kind !== 'heartbeat') throw badArgument('--template is only for template and heartbeat.');
  return readNamed(file, '--template');
}

async function readNamed(file: string, option: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw badArgument(`${option}: ${file} cannot be read.`);
  });
}

async function removeNamed(terminal: Terminal, name: string, options: OutletCommandOptions): Promise<void> {
  await withOutletSettings(terminal, options, (settings) => removeOutlet(settings, named(settings, name).id));
  printLine(terminal, terminalText(`Removed outlet "${name}".`));
}

async function testOutlet(terminal: Terminal, name: string, options: OutletCommandOptions): Promise<void> {
  const network = createNetwork({ env: terminal.environment });
  const sender = createOutletSender({ network, onSecret: (secret) => processSecrets.add(secret) });
  await withOutletSettings(terminal, options, async (settings) => {
    const outlet = named(settings, name);
    const { profile, storeIdentity, secrets } = settings;
    const parts = {
      sender,
      secrets,
      profile: profile ?? { proxy: 'environment' },
      named: { id: storeIdentity.id, name: storeIdentity.name, domain: null },
      now: terminal.clock.now(),
      id: `test-${newId()}`,
    };
    const answer = testAnswer(outlet, await sendTest(parts, outlet, terminal.stopSignal()));
    printLine(terminal, terminalText(`${answer.isAccepted ? 'Accepted' : 'Not accepted'}: ${answer.words}`));
    if (!answer.isAccepted) terminal.exitCode = 1;
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
