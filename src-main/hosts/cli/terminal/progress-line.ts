import type { Terminal } from './terminal.ts';

/** Rewrites the last line on standard error, if it is a terminal. An empty text clears the line. */
export function showProgress({ stderr }: Pick<Terminal, 'stderr'>, text: string): void {
  if (stderr.isTTY === true) stderr.write(`\r${text}\u001b[K`);
}
