import { CommanderError } from 'commander';
import { setNewerZoneRules } from '../../../src-shared/lib/zoned-format.ts';
import { newerZoneRules } from '../../adapters/clock/zone-files.ts';
import { bugText } from '../process-secrets.ts';
import { processTerminal } from './terminal/process-terminal.ts';
import { commandLine } from './program.ts';
import { surviveClosedPipes } from './terminal/standard-streams.ts';
import { reportLine, type Terminal } from './terminal/terminal.ts';

/** Returns the exit code, which is also set in the terminal. Never throws. Several can run in one process. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  surviveClosedPipes(terminal);
  setNewerZoneRules(newerZoneRules());
  try {
    // Inside the try, so that a command that cannot be loaded is reported like any other bug.
    await (await commandLine(terminal, argv.slice(2))).parseAsync(argv);
  } catch (error) {
    terminal.exitCode = await reportFailure(terminal, error);
  }
  return terminal.exitCode ?? 0;
}

async function reportFailure(terminal: Terminal, error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // Loaded only now, because the messages of all failures take as long to load as the rest of a short command.
  const { failureOf } = await import('./failure.ts');
  const failure = failureOf(error);
  if (failure === null) {
    reportLine(terminal, 'watchfloor: Unexpected error. Please report it with these lines:');
    reportLine(terminal, bugText(error));
    return 1;
  }
  reportLine(terminal, failure.words);
  return failure.exitCode;
}
