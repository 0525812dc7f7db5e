import { once } from 'node:events';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { type CommandOptions, simulatorOptions } from './command-settings.ts';
import { fileJsonSchema } from './configuration/file-schema.ts';
import { ConfigurationMistake } from './configuration/mistakes.ts';
import { contractNames } from './contract/contract.ts';
import { exampleContract } from './example-contract.ts';
import { introduction, readyLine } from './introduction.ts';
import { isLoopback } from './listening.ts';
import { Refusal } from './service/refusal.ts';
import { NO_SCENARIO, scenarios } from './configuration/scenario-list.ts';
import { capitalized } from '../src-shared/lib/capitalized.ts';
import { settingTable } from './configuration/setting-table.ts';
import { startSimulator, type SimulatorOptions } from './simulator.ts';

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
  command
    .option(
      '--config <file>',
      'read domains, accounts, rights and all options below from a JSON file; command-line options take precedence',
    )
    .option('--config-schema', 'print the JSON Schema of that file and exit')
    .addOption(
      new Option('--contract <name>', 'print this contract file from docs/contract and exit').choices(contractNames),
    );
  for (const setting of Object.values(settingTable)) command.addOption(optionOf(setting));
  return command
    .option('--replay <file>', 'replay the output of "watchfloor events --format ndjson" instead of a scenario')
    .option('--replay-session-events', 'also replay the recorded session starts, heartbeats and session ends')
    .addOption(
      new Option(
        '--format <format>',
        'how to print addresses and credentials when it is ready; json: one line for programs (default: text)',
      ).choices(['text', 'json']),
    )
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
      if (!isLoopback(settled.host ?? settingTable.host.default))
        reportLine(
          'Warning: anyone who can reach this address can use the simulator and its control; its credentials are public.',
        );
      printLine(options.format === 'json' ? readyLine(simulator, settled) : introduction(simulator, settled));
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
    if (error instanceof Refusal) return command.error(`error: ${error.message}`, { exitCode: 2 });
    const sentence = listeningMistake(error, options);
    if (sentence === null) throw error;
    return command.error(`error: ${sentence}`, { exitCode: 2 });
  }
}

function listeningMistake(
  error: unknown,
  { host = settingTable.host.default, port = settingTable.port.default }: SimulatorOptions,
): string | null {
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

/** The option has no default for commander, because a missing option must not override the configuration file. */
function optionOf({
  option,
  help,
  schema,
  default: defaultValue,
}: (typeof settingTable)[keyof typeof settingTable]): Option {
  const made = new Option(option, defaultValue === undefined ? help : `${help} (default: ${defaultValue})`);
  if (schema instanceof z.ZodEnum) return made.choices(schema.options);
  return made.argParser((text) => {
    const parsed = schema.safeParse(schema instanceof z.ZodNumber ? numberIn(text, schema.isInt) : text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`${capitalized(parsed.error.issues[0]?.message ?? 'it is not valid')}.`);
  });
}

function numberIn(text: string, isWhole: boolean): number {
  return (isWhole ? /^\d+$/.test(text) : text.trim() !== '') ? Number(text) : Number.NaN;
}
