/** Standard output that waits for a slow reader and ends quietly when the reader has enough (`… | head`). */
import { once } from 'node:events';
import { appError } from '../../../src-shared/api/errors.ts';
import type { Terminal, TerminalOutput } from './terminal.ts';

class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

export class Output {
  readonly #closed = new AbortController();

  readonly #stdout: TerminalOutput;

  constructor(stdout: TerminalOutput) {
    this.#stdout = stdout;
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.#closed.abort(
        error.code === 'EPIPE'
          ? new ClosedPipe()
          : appError(
              'STORE_UNWRITABLE',
              { path: 'standard output', problem: 'output', ...(error.code !== undefined && { detail: error.code }) },
              { cause: error },
            ),
      );
    });
  }

  /** Aborted when nobody reads any more, which the system tells with the next write. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** @throws ClosedPipe when nobody reads any more */
  async write(text: string): Promise<void> {
    this.#closed.signal.throwIfAborted();
    if (this.#stdout.write(text)) return;
    await once(this.#stdout, 'drain', { signal: this.#closed.signal }).catch(() => undefined);
  }
}

/** Runs a command that prints; a closed pipe is a normal end. */
export async function withOutput(
  { stdout }: Pick<Terminal, 'stdout'>,
  print: (output: Output) => Promise<void>,
): Promise<void> {
  try {
    await print(new Output(stdout));
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}
