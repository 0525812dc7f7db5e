/**
 * Restarts a program after each change of its sources. Only one runs at a time, because two backends would compete for
 * one store.
 */
import type { ChildProcess } from 'node:child_process';

interface Program {
  /** Builds what the program needs. After a failure it waits for the next change. */
  readonly prepare: () => Promise<void>;
  readonly start: () => ChildProcess;
}

export class RestartedProcess {
  readonly #program: Program;
  #running: ChildProcess | null = null;
  #hasChanged = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Call when the sources have changed. Several changes before the next start count once. */
  change(): void {
    this.#hasChanged = true;
    this.#running?.kill('SIGTERM');
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.change();
  }

  /** Resolves with the exit code when the program ended without an error or was stopped. */
  async run(): Promise<number> {
    while (!this.#isStopped) {
      this.#hasChanged = false;
      const code = await this.#runOnce();
      if (this.#hasChanged) continue;
      if (code === 0) return 0;
      console.error('The backend ended with a fault. It starts again with the next change.');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return 0;
  }

  async #runOnce(): Promise<number | null> {
    try {
      await this.#program.prepare();
    } catch (error) {
      console.error(error);
      return null;
    }
    if (this.#hasChanged) return null;
    const child = this.#program.start();
    this.#running = child;
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('exit', resolve).once('error', reject),
    );
    this.#running = null;
    return code;
  }
}
