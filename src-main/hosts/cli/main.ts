/**
 * The `watchfloor` command line: one file per command beside this one. Exit codes: 0 done, 1 something went wrong,
 * 2 called wrongly (argument, profile, secret), 3 the store is in use by another process.
 */
import { Command, CommanderError } from 'commander';
import { simulatorCommand } from '../../../src-simulator/command.ts';
import { AppError, type AppErrorCode } from '../../../src-shared/api/errors.ts';
import { collectCommand } from './collect.ts';
import { coverageCommand } from './coverage.ts';
import { eventsCommand } from './events.ts';
import { secretCommand } from './secret.ts';
import { startCommand } from './start.ts';

const CALLED_WRONGLY: readonly AppErrorCode[] = [
  'BAD_ARGUMENT',
  'BAD_PROFILE',
  'NO_SECRET',
  'KEYCHAIN_UNAVAILABLE',
  'NO_STORE',
  'STORE_AMBIGUOUS',
  'UNSUPPORTED',
];

/** @param argv as `process.argv`. Sets `process.exitCode`; never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('watchfloor')
    .description('Watches an IoT connectivity service: keeps its notification stream, stores every event, shows them.')
    .addCommand(startCommand())
    .addCommand(collectCommand())
    .addCommand(eventsCommand())
    .addCommand(coverageCommand())
    .addCommand(secretCommand())
    .addCommand(simulatorCommand());
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)])
    command.exitOverride().showHelpAfterError('(--help shows what can be said)');
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof AppError) {
    console.error(`watchfloor: ${error.message}`);
    return error.code === 'STORE_IN_USE' ? 3 : CALLED_WRONGLY.includes(error.code) ? 2 : 1;
  }
  console.error('watchfloor: something unexpected went wrong. Please report it with these lines:');
  console.error(error);
  return 1;
}
