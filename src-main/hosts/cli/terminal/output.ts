/** Standard output that waits for a slow reader and ends quietly when the reader closes the pipe (`… | head`). */
import { once } from 'node:events';
import { appError } from '../../../../src-shared/api/errors.ts';
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

  /** Aborted when the reader has closed the pipe, which the system reports at the next write. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** @throws ClosedPipe if the reader has closed the pipe */
  async write(text: string): Promise<void> {
    this.#closed.signal.throwIfAborted();
    if (this.#stdout.write(text)) return;
    await once(this.#stdout, 'drain', { signal: this.#closed.signal }).catch(() => undefined);
  }
}

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
