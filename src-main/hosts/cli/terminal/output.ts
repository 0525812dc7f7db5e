/** Ends quietly when the reader closes the pipe. Escapes control characters of received texts on a terminal only. */
import { once } from 'node:events';
import { fstatSync, fsync } from 'node:fs';
import { promisify } from 'node:util';
import { appError } from '../../../../src-shared/api/errors.ts';
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { terminalLines } from './terminal-text.ts';
import type { Terminal, TerminalOutput } from './terminal.ts';

const syncToDisk = promisify(fsync);

class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

export class Output {
  readonly #closed = new AbortController();

  readonly #stdout: TerminalOutput;

  constructor(stdout: TerminalOutput) {
    this.#stdout = stdout;
    stdout.on('error', (error: NodeJS.ErrnoException) => this.#fail(error));
  }

  /** Aborted when the reader has closed the pipe, which the system reports at the next write. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** @throws ClosedPipe if the reader has closed the pipe */
  async write(text: string): Promise<void> {
    this.#closed.signal.throwIfAborted();
    if (this.#stdout.write(this.#safeText(text))) return;
    await once(this.#stdout, 'drain', { signal: this.#closed.signal }).catch(() => undefined);
  }

  /**
   * Resolves when the complete text is in the pipe or on the disk, even if this process is killed then.
   * @throws ClosedPipe if the reader has closed the pipe; AppError STORE_UNWRITABLE
   */
  async deliver(text: string): Promise<void> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    // The callback comes before the event `error`.
    this.#stdout.write(this.#safeText(text), (error) => {
      if (error) this.#fail(error);
      resolve();
    });
    await abortable(taken, signal);
    signal.throwIfAborted();
    const { fd } = this.#stdout;
    if (fd !== undefined && fstatSync(fd).isFile()) await syncToDisk(fd).catch((error) => this.#fail(error));
    signal.throwIfAborted();
  }

  #safeText(text: string): string {
    return this.#stdout.isTTY === true ? terminalLines(text) : text;
  }

  #fail(error: NodeJS.ErrnoException): void {
    this.#closed.abort(
      error.code === 'EPIPE'
        ? new ClosedPipe()
        : appError(
            'STORE_UNWRITABLE',
            { path: 'standard output', problem: 'output', ...(error.code !== undefined && { detail: error.code }) },
            { cause: error },
          ),
    );
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
