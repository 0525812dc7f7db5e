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
import { UnplayableFile } from './replay/replay.ts';
import { NO_SCENARIO, scenarios } from './scenarios/scenarios.ts';
import { clockKinds, startSimulator, type SimulatorOptions } from './simulator.ts';
import { itemShapes, secondSubscriberRules } from './configuration/configuration.ts';

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
    .description('Run a simulated service and print its addresses and credentials.')
    .option(
      '--config <file>',
      'read domains, accounts, rights and all options below from a JSON file; command-line options take precedence',
    )
    .option('--config-schema', 'print the JSON Schema of that file and exit')
    .addOption(
      new Option('--contract <name>', 'print this contract file from docs/contract and exit').choices(contractNames),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'TCP port; 0 for any free port (default: 0)', integerBetween(0, 65_535))
    .option('--tls-cert <file>', 'HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'the private key of the certificate (PEM)')
    .option('--public-url <address>', 'address that clients use, if a proxy is in front', publicUrl)
    .option('--base-path <path>', 'path prefix of search, permissions and triggers, such as /api', prefix)
    .option('--events-path <path>', 'path prefix of the stream', prefix)
    .option('--auth-path <path>', 'path prefix of the issuer', prefix)
    .addOption(
      new Option('--scenario <name>', 'scenario to play, see below (default: calm-shift)').choices([
        ...scenarios.map(({ name }) => name),
        NO_SCENARIO,
      ]),
    )
    .option('--seed <number>', 'same seed, same fleet and events (default: 1)', integerBetween(0, 2 ** 32 - 1))
    .option('--time-scale <factor>', 'speed of time; 60 makes an hour pass in a minute (default: 1)', factor)
    .option('--subscriptions <number>', 'size of the first fleet (default: 250000)', integerBetween(1, 1_000_000))
    .addOption(
      new Option(
        '--second-subscriber <rule>',
        'response to a second subscriber of the domain (default: refuse-409)',
      ).choices(secondSubscriberRules),
    )
    .addOption(
      new Option('--item-shape <shape>', 'shape of the fields in search results (default: nested)').choices(itemShapes),
    )
    .addOption(
      new Option('--detailed-message <shape>', 'JSON as text, or a nested object (default: text)').choices([
        'text',
        'object',
      ]),
    )
    .addOption(
      new Option('--access-tokens <format>', 'format of access tokens (default: jwt)').choices(['jwt', 'opaque']),
    )
    .option('--start-time <time>', 'start of the simulated time, such as 2026-03-01T08:00:00Z (default: now)', instant)
    .addOption(new Option('--clock <kind>', 'manual: time stops until POST /control/advance').choices(clockKinds))
    .option('--replay <file>', 'replay the output of "watchfloor events --format ndjson" instead of a scenario')
    .option('--replay-session-events', 'also replay the recorded session starts, heartbeats and session ends')
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
          'Warning: anyone who can reach this address can use the simulator and its control; its credentials are public.',
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
      return `port ${port} is in use; choose another one, or 0 for any free port`;
    case 'EACCES':
      return `this user may not use port ${port}; choose another one, or 0 for any free port`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this computer; choose one of its addresses, or 0.0.0.0 for all`;
    case 'EAFNOSUPPORT':
      return `this computer has no address of the type of ${host}; choose one of its addresses, or 0.0.0.0 for all`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} has no address; choose an address of this computer, or 0.0.0.0 for all`;
    default:
      return null;
  }
}

async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

function scenarioHelp(): string {
  const lines = scenarios.map(({ name, description }) => `  ${name.padEnd(17)} ${description}`);
  return `\nScenarios:\n${lines.join('\n')}\n  ${NO_SCENARIO.padEnd(17)} Only the events of the session.`;
}

function integerBetween(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < from || value > to)
      throw new InvalidArgumentError(`Expected a whole number from ${from} to ${to}.`);
    return value;
  };
}

function factor(text: string): number {
  const value = Number(text);
  // At 0.00001 a heartbeat takes a month; at 100 000 timers are shorter than 1 ms.
  if (text.trim() === '' || !(value >= 0.00001 && value <= 100_000))
    throw new InvalidArgumentError('Expected a number from 0.00001 to 100000.');
  return value;
}

/** UTC epoch ms. */
function instant(text: string): number {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('Expected an ISO 8601 time such as 2026-03-01T08:00:00Z.');
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
