/** A watch or a simulator must not end because the reader of its output closes the pipe (`… head`). */
import { terminalText } from './terminal-text.ts';
import { reportLine, type Terminal } from './terminal.ts';

/** Call before any command prints. Commands that print rows also detect a closed pipe themselves (`output.ts`). */
export function surviveClosedPipes(terminal: Terminal): void {
  const { stdout, stderr } = terminal;
  // An error on stderr cannot be reported anywhere.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || stdout.listenerCount('error') > 1) return;
    terminal.exitCode = 1;
    reportLine(
      terminal,
      `watchfloor: ${terminalText(`The output cannot be written (${error.code ?? error.message}).`)}`,
    );
  });
}
