/**
 * The `watchfloor` command line: one file per command beside this one. Exit codes: 0 done, 1 something went wrong,
 * 2 called wrongly (argument, profile, secret), 3 the store is in use by another process.
 */
import { Command, CommanderError } from 'commander';
import { AppError, type AppErrorCode } from '../../../src-shared/api/errors.ts';
import { packageVersion } from '../package-version.ts';
import { terminalText } from './output.ts';

/** Each is loaded when it is called: printing events needs neither the simulator nor the web host. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  collect: async () => (await import('./collect.ts')).collectCommand(),
  events: async () => (await import('./events.ts')).eventsCommand(),
  coverage: async () => (await import('./coverage.ts')).coverageCommand(),
  secret: async () => (await import('./secret.ts')).secretCommand(),
  simulator: async () =>
    (await import('../../../src-simulator/command.ts')).simulatorCommand(
      (await import('./until-told-to-stop.ts')).untilToldToStop,
    ),
};

const CALLED_WRONGLY: readonly AppErrorCode[] = [
  'BAD_ARGUMENT',
  'BAD_PROFILE',
  'NO_SECRET',
  'KEYCHAIN_UNAVAILABLE',
  'NO_STORE',
  'STORE_AMBIGUOUS',
  'STORE_UNREADABLE',
  'UNSUPPORTED',
];

/** @param argv as `process.argv`. Sets `process.exitCode`; never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('watchfloor').description(
    'Watches an IoT connectivity service: keeps its notification stream, stores every event, shows them.',
  );
  program.version(packageVersion(), '-V, --version', 'print the version');
  const called = commands[argv[2] ?? ''];
  for (const load of called === undefined ? Object.values(commands) : [called]) program.addCommand(await load());
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)])
    command.exitOverride().showHelpAfterError('(use --help to see what is possible)');
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof AppError) {
    console.error(`watchfloor: ${terminalText(error.message)}`);
    return error.code === 'STORE_IN_USE' ? 3 : CALLED_WRONGLY.includes(error.code) ? 2 : 1;
  }
  console.error('watchfloor: something unexpected went wrong. Please report it with these lines:');
  console.error(error);
  return 1;
}
