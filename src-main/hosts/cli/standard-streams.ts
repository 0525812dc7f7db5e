/** A reader of ours may go away at any moment (`… | head`), and nobody is to lose a watch or a simulator by that. */
import { terminalText } from './terminal-text.ts';
import { reportLine, type Terminal } from './terminal.ts';

/** For every command, before it says anything. What prints rows to its end hears of a closed pipe besides (`output.ts`). */
export function surviveClosedPipes(terminal: Terminal): void {
  const { stdout, stderr } = terminal;
  // Nobody is left who could be told.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `Output` reports it as the failure of the command.
    if (error.code === 'EPIPE' || stdout.listenerCount('error') > 1) return;
    terminal.exitCode = 1;
    reportLine(
      terminal,
      `watchfloor: ${terminalText(`The output cannot be written (${error.code ?? error.message}).`)}`,
    );
  });
}
