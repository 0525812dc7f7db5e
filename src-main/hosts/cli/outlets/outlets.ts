/** Lists, changes and tests outlets. A running watcher takes up a change within two seconds. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { initialOutlet, type NewOutlet, type Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind, type OutletKind, outletKinds } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { outletKindWords } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { createNetwork } from '../../../adapters/network/network.ts';
import { createOutletSender } from '../../../adapters/outlets/outlet-sender.ts';
import { outletSummary, storedOutlet } from '../../../core/outlets/outlet-entries.ts';
import { addOutlet, changeOutlet, removeOutlet } from '../../../core/outlets/outlet-list.ts';
import type { CurrentOutlet } from '../../../core/outlets/outlet-state.ts';
import { sendTest, testAnswer } from '../../../core/outlets/send-test.ts';
import { processSecrets } from '../../process-secrets.ts';
import { parseLimit, vaultKeyFileOption, withStoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, printRows, withFormatOptions } from '../terminal/rows.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { deliveryRows, outletRows } from './outlet-lines.ts';
import {
  badArgument,
  FILES,
  type OutletOptions,
  parseName,
  readSecret,
  readTemplate,
  viewsNamed,
  WITH_BATCH,
  withOutletOptions,
} from './outlet-options.ts';
import { type OutletCommandOptions, type OutletSettings, withOutletSettings } from './outlet-settings.ts';

const URL_WORDS = `an https address, or http on this computer; for ${FILES} the path of a file`;

const EXAMPLES = `
Examples:
  watchfloor outlets add alertmanager ops --url https://alerts.example.com
  watchfloor outlets add cloudevents hook --url https://hooks.example.com/in --secret-file signing-secret.txt
  watchfloor outlets add alertmanager proxied --url https://am.example.com --auth basic --secret-file user-and-password.txt
  watchfloor outlets add cloudevents tickets --url https://tickets.example.com/in --auth bearer --secret-file token.txt
  watchfloor outlets add template chat --url 'https://chat.example.com/hooks/{secret}' --secret-file hook-id.txt
  watchfloor outlets add heartbeat alive --url https://ping.example.com/4711 --every 60
  watchfloor outlets add ndjson norway --url /var/log/watchfloor/norway.ndjson --send 'view:Failures in Norway'
  watchfloor outlets change hook --send groups
  watchfloor outlets test chat

Kinds:
${outletKinds.map((kind) => `  ${kind.padEnd(14)}${outletKindWords[kind].help}`).join('\n')}

The secret goes into a header (--auth), or stands for {secret} in the address; without either it signs CloudEvents.`;

export function outletsCommand(terminal: Terminal): Command {
  return new Command('outlets')
    .addHelpText('after', EXAMPLES)
    .addCommand(listCommand(terminal))
    .addCommand(addCommand(terminal))
    .addCommand(changeCommand(terminal))
    .addCommand(
      withCommonOptions(new Command('remove'), terminal)
        .description('Remove an outlet and its secret. What it has not sent yet is not sent.')
        .argument('<NAME>')
        .action((name: string, options: OutletCommandOptions) => removeNamed(terminal, name, options)),
    )
    .addCommand(
      withCommonOptions(new Command('test'), terminal)
        .description(
          'Send a test message, marked as a test, and print the answer. Exits with 1 if it was not accepted.',
        )
        .argument('<NAME>')
        .action((name: string, options: OutletCommandOptions) => testOutlet(terminal, name, options)),
    )
    .addCommand(logCommand(terminal));
}

function withCommonOptions(command: Command, terminal: Terminal): Command {
  return withStoreOptions(command, terminal).addOption(vaultKeyFileOption());
}

function listCommand(terminal: Terminal): Command {
  const command = withCommonOptions(new Command('list'), terminal).description('Print the outlets and how they work.');
  return withFormatOptions(command, Object.keys(outletRows.fields)).action(
    async (options: OutletCommandOptions & FormatOptions) => {
      const chosen = chosenFormat(terminal, options);
      await withOutletSettings(terminal, options, async (settings) => {
        const stored = await storedOutlets(settings);
        const views = await settings.savedViews().catch(() => null);
        const rows = await Promise.all(
          stored.map(async ({ outlet, state }) => ({
            outlet,
            hasSecret: await settings.secrets.has(outlet.id),
            ...outletSummary(outlet, state, views),
          })),
        );
        await printRows(terminal, outletRows, chosen, () => rows);
      });
    },
  );
}

function logCommand(terminal: Terminal): Command {
  const command = withCommonOptions(new Command('log'), terminal)
    .description('Print the last deliveries of all outlets, oldest first: delivered, retrying or not-delivered.')
    .option('-n, --limit <N>', 'only the newest N deliveries', parseLimit);
  return withFormatOptions(command, Object.keys(deliveryRows.fields)).action(
    async (options: OutletCommandOptions & FormatOptions & { readonly limit?: number }) => {
      const chosen = chosenFormat(terminal, options);
      await withOutletSettings(terminal, options, async (settings) => {
        const stored = await storedOutlets(settings);
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

async function storedOutlets({ outlets, inStore }: OutletSettings): Promise<StoredOutlet[]> {
  const stored = await inStore((reader) =>
    Promise.all(outlets.map(async (outlet) => ({ outlet, ...(await storedOutlet(reader, outlet)) }))),
  );
  return stored ?? outlets.map((outlet) => ({ outlet, state: null, deliveries: [], waiting: [] }));
}

function addCommand(terminal: Terminal): Command {
  const command = withCommonOptions(new Command('add'), terminal)
    .description('Add an outlet.')
    .addArgument(new Argument('<KIND>').choices(outletKinds))
    .addArgument(new Argument('<NAME>').argParser(parseName))
    .requiredOption('--url <URL>', URL_WORDS);
  return withOutletOptions(command, true).action((kind: OutletKind, name: string, options: OutletOptions) =>
    addNamed(terminal, kind, name, options),
  );
}

function changeCommand(terminal: Terminal): Command {
  const command = withCommonOptions(new Command('change'), terminal)
    .description(
      'Change an outlet. What is not given stays, also what was sent and what waits. A changed address needs its secret again, because a secret is bound to its address.',
    )
    .argument('<NAME>')
    .addOption(new Option('--name <NEW>', 'a new name').argParser(parseName))
    .option('--url <URL>', URL_WORDS);
  return withOutletOptions(command, false)
    .option('--no-batch', `${WITH_BATCH}: one event in each request`)
    .option('--no-unmasked', 'mask events again')
    .option('--no-auth', 'send the secret in no header')
    .action((name: string, options: OutletOptions & { readonly name?: string }) =>
      changeNamed(terminal, name, options),
    );
}

async function addNamed(terminal: Terminal, kind: OutletKind, name: string, options: OutletOptions): Promise<void> {
  const initial = { ...initialOutlet(kind), name };
  const secret = await readSecret(terminal, options);
  await withOutletSettings(terminal, options, async (settings) =>
    addOutlet(listParts(settings), await changed(initial, options, settings), secret, terminal.stopSignal()),
  );
  printLine(terminal, terminalText(`Added ${kind} outlet "${name}". To try it: watchfloor outlets test ${name}`));
}

async function changeNamed(
  terminal: Terminal,
  name: string,
  { name: newName, ...options }: OutletOptions & { readonly name?: string },
): Promise<void> {
  const secret = await readSecret(terminal, options);
  await withOutletSettings(terminal, options, async (settings) => {
    const before = named(settings, name);
    const after = await changed({ ...before, name: newName ?? before.name }, options, settings);
    await changeOutlet(listParts(settings), before.id, after, secret, terminal.stopSignal());
  });
  printLine(terminal, terminalText(`Changed outlet "${newName ?? name}".`));
}

/** Returns the outlet with what the options say. @throws AppError BAD_ARGUMENT, VIEWS_DAMAGED */
async function changed(before: NewOutlet, options: OutletOptions, { savedViews }: OutletSettings): Promise<NewOutlet> {
  const { kind } = before;
  const { url, auth, send, unmasked, batch, every } = options;
  const template = await readTemplate(kind, options);
  const isFile = outletKind(kind).target === 'file';
  if (typeof auth === 'string' && isFile) throw badArgument(`--auth is not for ${kind}: a file needs no secret.`);
  if (batch === true && outletKind(kind).batch !== 'optional') throw badArgument(`--batch is only for ${WITH_BATCH}.`);
  const views =
    send === undefined ? before.views : send.views.length === 0 ? [] : viewsNamed(send.views, await savedViews());
  if (unmasked === true && views.length === 0) throw badArgument('--unmasked is only for the events of a view.');
  return {
    ...before,
    url: url === undefined ? before.url : isFile ? resolve(url) : url,
    auth: auth === false ? null : (auth ?? before.auth),
    topics: send?.topics ?? before.topics,
    views,
    areIdentifiersWhole: unmasked ?? before.areIdentifiersWhole,
    template: template ?? before.template,
    isBatched: batch ?? before.isBatched,
    everySeconds: every ?? before.everySeconds,
  };
}

function listParts(settings: OutletSettings) {
  const newestSeq = async () => (await settings.inStore((reader) => reader.extent()))?.newestSeq ?? 0;
  return { ...settings, newestSeq, newId, places: CLI_PLACES };
}

const CLI_PLACES = {
  secret: 'with --secret-file',
  basic: 'Use --auth basic',
  header: 'Use --auth to send the secret in a header',
} as const;

function newId(): string {
  return randomBytes(8).toString('hex');
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
