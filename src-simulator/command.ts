/**
 * Defines `watchfloor simulator`, which runs the simulated service on its own, for trying out Watchfloor and for other
 * clients.
 */
import { once } from 'node:events';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { type CommandOptions, simulatorOptions } from './command-settings.ts';
import { fileJsonSchema, fileSchema, prefixSchema } from './configuration/file-schema.ts';
import { ConfigurationMistake } from './configuration/mistakes.ts';
import { contractNames } from './contract/contract.ts';
import { exampleContract } from './contract/example-contract.ts';
import { introduction } from './introduction.ts';
import { isLoopback, DEFAULT_HOST } from './listening.ts';
import { secondSubscriberRules } from './notification-stream.ts';
import { UnplayableFile } from './replay/replay.ts';
import { NO_SCENARIO, scenarios } from './scenarios.ts';
import { itemShapes } from './search.ts';
import { clockKinds, startSimulator, type SimulatorOptions } from './simulator.ts';

interface OutputStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** @param untilStopped resolves when the simulator must stop; by default at SIGINT or SIGTERM */
export function simulatorCommand(
  untilStopped: () => Promise<unknown> = untilSignal,
  streams: OutputStreams = process,
): Command {
  const printLine = (line: string) => void streams.stdout.write(`${line}\n`);
  const reportLine = (line: string) => void streams.stderr.write(`${line}\n`);
  const command = new Command('simulator');
  // Options have no default here, because a missing option must not override the configuration file.
  return command
    .description('Runs the service in miniature, and prints its addresses and credentials.')
    .option('--config <file>', 'domains, accounts, rights and all of the below from a JSON file; options go first')
    .option('--config-schema', 'print the JSON Schema of that file, and end')
    .addOption(
      new Option('--contract <name>', 'print this contract file, as docs/contract has it, and end').choices(
        contractNames,
      ),
    )
    .option('--host <address>', 'where it listens (default: 127.0.0.1)')
    .option('--port <number>', 'TCP port; 0 for any free one (default: 0)', integerBetween(0, 65_535))
    .option('--tls-cert <file>', 'HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'the private key of the certificate (PEM)')
    .option('--public-url <address>', 'how clients call it, where a proxy stands before it', publicUrl)
    .option('--base-path <path>', 'path before search, permissions and triggers, such as /api', prefix)
    .option('--events-path <path>', 'path before the stream', prefix)
    .option('--auth-path <path>', 'path before the issuer', prefix)
    .addOption(
      new Option('--scenario <name>', 'what happens, see below (default: calm-shift)').choices([
        ...scenarios.map(({ name }) => name),
        NO_SCENARIO,
      ]),
    )
    .option('--seed <number>', 'same seed, same fleet and events (default: 1)', integerBetween(0, 2 ** 32 - 1))
    .option('--time-scale <factor>', '60 makes an hour pass in a minute (default: 1)', factor)
    .option('--subscriptions <number>', 'size of the first fleet (default: 250000)', integerBetween(1, 1_000_000))
    .addOption(
      new Option(
        '--second-subscriber <rule>',
        'what a second subscriber of the domain meets (default: refuse-409)',
      ).choices(secondSubscriberRules),
    )
    .addOption(
      new Option('--item-shape <shape>', 'how items of a search hold their fields (default: nested)').choices(
        itemShapes,
      ),
    )
    .addOption(
      new Option('--detailed-message <shape>', 'JSON in a text, or a nested object (default: text)').choices([
        'text',
        'object',
      ]),
    )
    .addOption(
      new Option('--access-tokens <format>', 'format of access tokens (default: jwt)').choices(['jwt', 'opaque']),
    )
    .option('--start-time <time>', 'when its time begins, such as 2026-03-01T08:00:00Z; now where left out', instant)
    .addOption(
      new Option('--clock <kind>', 'manual: time stands still until POST /control/advance').choices(clockKinds),
    )
    .option('--replay <file>', 'plays what "watchfloor events --format ndjson" printed instead of a scenario')
    .option('--replay-session-events', 'with the recorded starts, heartbeats and ends of sessions too')
    .option('--verbose', 'print a line for each request')
    .addHelpText('after', scenarioHelp())
    .action(async (options: CommandOptions) => {
      if (options.configSchema) {
        printLine(JSON.stringify(fileJsonSchema(), null, 2));
        return;
      }
      if (options.contract !== undefined) {
        streams.stdout.write(await exampleContract(options.contract));
        return;
      }
      // The reader of the log may close it. The simulator then continues without a log.
      streams.stderr.on('error', () => undefined);
      const settled = settledOptions(options, command, reportLine);
      const simulator = await startOrFail(settled, command);
      const stopped = untilStopped();
      if (!isLoopback(settled.host ?? DEFAULT_HOST))
        reportLine(
          'Warning: whoever can reach this address can use the simulator and its control; its credentials are public.',
        );
      printLine(introduction(simulator, { seed: settled.seed ?? 1, timeScale: settled.timeScale ?? 1 }));
      await stopped;
      await simulator.stop();
    });
}

function settledOptions(options: CommandOptions, command: Command, log: (line: string) => void): SimulatorOptions {
  try {
    return { ...simulatorOptions(options), ...(options.verbose && { log }) };
  } catch (error) {
    if (!(error instanceof ConfigurationMistake)) throw error;
    return command.error(`error: ${error.message}`, { exitCode: 2 });
  }
}

async function startOrFail(options: SimulatorOptions, command: Command): ReturnType<typeof startSimulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    if (error instanceof UnplayableFile) return command.error(`error: ${error.message}`, { exitCode: 2 });
    const sentence = listeningMistake(error, options);
    if (sentence === null) throw error;
    return command.error(`error: ${sentence}`, { exitCode: 2 });
  }
}

function listeningMistake(error: unknown, { host = DEFAULT_HOST, port = 0 }: SimulatorOptions): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `port ${port} is in use; choose another one, or 0 for any free one`;
    case 'EACCES':
      return `port ${port} may not be used by this user; choose another one, or 0 for any free one`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this computer; choose one of its own, or 0.0.0.0 for all`;
    case 'EAFNOSUPPORT':
      return `this computer has no addresses such as ${host}; choose one of its own, or 0.0.0.0 for all`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no address for ${host}; choose an address of this computer, or 0.0.0.0 for all`;
    default:
      return null;
  }
}

async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

function scenarioHelp(): string {
  const lines = scenarios.map(({ name, description }) => `  ${name.padEnd(17)} ${description}`);
  return `\nScenarios:\n${lines.join('\n')}\n  ${NO_SCENARIO.padEnd(17)} No events but those of the session.`;
}

function integerBetween(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < from || value > to)
      throw new InvalidArgumentError(`A whole number from ${from} to ${to} is expected.`);
    return value;
  };
}

function factor(text: string): number {
  const value = Number(text);
  // At 0.00001 a heartbeat takes a month; at 100 000 timers are shorter than 1 ms.
  if (text.trim() === '' || !(value >= 0.00001 && value <= 100_000))
    throw new InvalidArgumentError('A number from 0.00001 to 100000 is expected.');
  return value;
}

/** UTC epoch ms. */
function instant(text: string): number {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('An ISO 8601 time such as 2026-03-01T08:00:00Z is expected.');
  return Date.parse(parsed.data);
}

function publicUrl(text: string): string {
  return checkedText(fileSchema.shape.publicUrl, text);
}

function prefix(text: string): string {
  return checkedText(prefixSchema, text);
}

function checkedText<Held>(schema: z.ZodType<Held>, text: string): string {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(`${parsed.error.issues[0]?.message ?? 'It is not valid'}.`);
  return text;
}
