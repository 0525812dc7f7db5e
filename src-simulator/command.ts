/** `watchfloor simulator`: the service in miniature on its own, for trying Watchfloor out and for other programs. */
import { once } from 'node:events';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { secondSubscriberRules, HEARTBEAT_MS, type SecondSubscriberRule } from './notification-stream.ts';
import { UnplayableFile } from './replay/replay.ts';
import { NO_SCENARIO, scenarios } from './scenarios.ts';
import { itemShapes, type ItemShape } from './search.ts';
import { type ClockKind, clockKinds, startSimulator, type Simulator } from './simulator.ts';

interface CommandOptions {
  readonly port: number;
  readonly scenario: string;
  readonly seed: number;
  readonly timeScale: number;
  readonly subscriptions: number;
  readonly secondSubscriber: SecondSubscriberRule;
  readonly itemShape: ItemShape;
  readonly startTime?: number;
  readonly clock: ClockKind;
  readonly replay?: string;
  readonly replaySessionEvents?: true;
  readonly verbose?: true;
}

/** @param untilToldToStop resolves when the simulator shall stop; by default at SIGINT or SIGTERM. */
export function simulatorCommand(untilToldToStop: () => Promise<unknown> = untilSignal): Command {
  const command = new Command('simulator');
  return command
    .description('Runs the service in miniature on 127.0.0.1, and prints its addresses and credentials.')
    .option('--port <number>', 'TCP port; 0 for any free one', wholeNumber(0, 65_535), 0)
    .addOption(
      new Option('--scenario <name>', 'what happens, see below')
        .choices([...scenarios.map(({ name }) => name), NO_SCENARIO])
        .default('calm-shift'),
    )
    .option('--seed <number>', 'same seed, same fleet and events', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--time-scale <factor>', '60 makes an hour pass in a minute', factor, 1)
    .option('--subscriptions <number>', 'size of the fleet', wholeNumber(1, 1_000_000), 250_000)
    .addOption(
      new Option('--second-subscriber <rule>', 'what a second subscriber of the domain meets')
        .choices(secondSubscriberRules)
        .default('refuse-409'),
    )
    .addOption(
      new Option('--item-shape <shape>', 'how items of a search hold their fields')
        .choices(itemShapes)
        .default('nested'),
    )
    .option('--start-time <time>', 'when its time begins, such as 2026-03-01T08:00:00Z; now where left out', instant)
    .addOption(
      new Option('--clock <kind>', 'manual: time stands still until POST /control/advance')
        .choices(clockKinds)
        .default('system'),
    )
    .option('--replay <file>', 'plays what "watchfloor events --format ndjson" printed instead of a scenario')
    .option('--replay-session-events', 'with the recorded starts, heartbeats and ends of sessions too')
    .option('--verbose', 'print a line for each request')
    .addHelpText('after', scenarioHelp())
    .action(async (options: CommandOptions) => {
      // Who reads the log may close it: then there is none, and the service goes on.
      process.stderr.on('error', () => undefined);
      const simulator = await start(options, command);
      const toldToStop = untilToldToStop();
      console.log(introduction(simulator, options));
      await toldToStop;
      await simulator.stop();
    });
}

async function start(options: CommandOptions, command: Command): Promise<Simulator> {
  const { verbose, replay, replaySessionEvents: sessionEvents, ...settings } = options;
  if (sessionEvents && replay === undefined)
    command.error('error: --replay-session-events says how to replay. Name a file with --replay', { exitCode: 2 });
  try {
    return await startSimulator({
      ...settings,
      ...(replay !== undefined && { replay: { file: replay, sessionEvents } }),
      ...(verbose && { log: (line) => console.error(line) }),
    });
  } catch (error) {
    if (error instanceof UnplayableFile) return command.error(`error: ${error.message}`, { exitCode: 2 });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EADDRINUSE' ? 'is in use' : 'may not be used by this user';
    return command.error(`error: port ${settings.port} ${why}; choose another one, or 0 for any free one`, {
      exitCode: 2,
    });
  }
}

async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

/** What somebody needs to try it: addresses, credentials and a profile file, ready to be copied. */
function introduction(simulator: Simulator, options: CommandOptions): string {
  const { clients, users, profile } = simulator;
  const watchfloorProfile = {
    name: 'Simulator',
    ...profile,
    clientId: clients.basic.clientId,
    flow: 'clientCredentials',
    clientAuthentication: 'basic',
    // A tenth of a second is the shortest that a profile may hold.
    heartbeatSeconds: Math.max(0.1, HEARTBEAT_MS / 1000 / options.timeScale),
  };
  return `The simulator is ready: ${simulator.origin}
Scenario ${options.scenario}, seed ${options.seed}, ${options.subscriptions} subscriptions, domain ${simulator.domainId}

Clients for client credentials
  ${clients.basic.clientId}    secret "${clients.basic.clientSecret}"    HTTP Basic
  ${clients.post.clientId}     secret "${clients.post.clientSecret}"     in the form
  ${clients.limited.clientId}  secret "${clients.limited.clientSecret}"  HTTP Basic; may watch the stream only
Clients for the authorization code with PKCE, users ${users.map(({ username, password }) => `${username} / ${password}`).join(', ')}
  ${clients.browser.clientId}
  ${clients.confidential.clientId}  secret "${clients.confidential.clientSecret}"  HTTP Basic

Profile for "watchfloor collect --profile FILE", with WATCHFLOOR_CLIENT_SECRET='${clients.basic.clientSecret}':
${JSON.stringify(watchfloorProfile, null, 2)}

Control: ${simulator.origin}/control/…, see docs/simulator.md. Ctrl+C stops.`;
}

function scenarioHelp(): string {
  const lines = scenarios.map(({ name, description }) => `  ${name.padEnd(17)} ${description}`);
  return `\nScenarios:\n${lines.join('\n')}\n  ${NO_SCENARIO.padEnd(17)} No events but those of the session.`;
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < from || value > to)
      throw new InvalidArgumentError(`A whole number from ${from} to ${to} is expected.`);
    return value;
  };
}

function factor(text: string): number {
  const value = Number(text);
  // A hundred-thousandth is a heartbeat each month, and at 100 000 timers are shorter than a millisecond.
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
