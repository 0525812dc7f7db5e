/**
 * The `watchfloor` command line. Its commands are in `program.ts`; what a failure says and which exit code it has is in
 * `failure.ts`.
 */
import { bugText } from '../process-secrets.ts';
import { failureOf } from './failure.ts';
import { processTerminal } from './process-terminal.ts';
import { commandLine } from './program.ts';
import { surviveClosedPipes } from './standard-streams.ts';
import { reportLine, type Terminal } from './terminal.ts';

/**
 * Runs one command and returns its exit code, which is set in the terminal too; never throws. Several may run at the same
 * time in one process, each with a terminal of its own.
 * @param argv as `process.argv`
 * @param terminal this process by default
 */
export async function runCommandLine(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  surviveClosedPipes(terminal);
  try {
    // Inside, since a command that cannot be loaded is told as any other bug.
    await (await commandLine(terminal, argv[2])).parseAsync(argv);
  } catch (error) {
    terminal.exitCode = reportFailure(terminal, error);
  }
  return terminal.exitCode ?? 0;
}

function reportFailure(terminal: Terminal, error: unknown): number {
  const failure = failureOf(error);
  if (failure === null) {
    reportLine(terminal, 'watchfloor: something unexpected went wrong. Please report it with these lines:');
    reportLine(terminal, bugText(error));
    return 1;
  }
  if (failure.words !== null) reportLine(terminal, failure.words);
  return failure.exitCode;
}
