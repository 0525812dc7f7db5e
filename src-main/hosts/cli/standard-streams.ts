/** A reader of ours may go away at any moment (`… | head`), and nobody is to lose a watch or a simulator by that. */
import { terminalText } from './terminal-text.ts';

/** For every command, before it says anything. What prints rows to its end hears of a closed pipe besides (`output.ts`). */
export function surviveReaders(): void {
  // Nobody is left who could be told.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold()) return;
    process.exitCode = 1;
    console.error(`watchfloor: ${terminalText(`The output cannot be written (${error.code ?? error.message}).`)}`);
  });
}

/** Whoever prints rows tells it as the failure of the command. */
function isTold(): boolean {
  return process.stdout.listenerCount('error') > 1;
}
