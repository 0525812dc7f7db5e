/**
 * The `watchfloor` command line. Its commands are in `program.ts`; what a failure says and which exit code it has is in
 * `failure.ts`.
 */
import { bugText } from '../secrets-here.ts';
import { failureOf } from './failure.ts';
import { commandLine } from './program.ts';
import { surviveReaders } from './standard-streams.ts';

/** @param argv as `process.argv`. Sets `process.exitCode`; never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  surviveReaders();
  try {
    // Inside, since a command that cannot be loaded is told as any other bug.
    await (await commandLine(argv[2])).parseAsync(argv);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

function tell(error: unknown): number {
  const failure = failureOf(error);
  if (failure === null) {
    console.error('watchfloor: something unexpected went wrong. Please report it with these lines:');
    console.error(bugText(error));
    return 1;
  }
  if (failure.words !== null) console.error(failure.words);
  return failure.exitCode;
}
