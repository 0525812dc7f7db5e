/** Further callers wait in the order of their calls. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @throws the signal's reason if aborted while waiting; the error of the work */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
