/** A busy listener sees many changes as one and never misses the last. */
export class ChangeSignal {
  #revision = 0;
  readonly #waiting = new Set<() => void>();

  get revision(): number {
    return this.#revision;
  }

  notify(): void {
    this.#revision += 1;
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of woken) wake();
  }

  async changedSince(seen: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#revision > seen) return;
    await new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        this.#waiting.delete(onChange);
        signal.removeEventListener('abort', onAbort);
        finish();
      };
      const onChange = settle(resolve);
      // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
      const onAbort = settle(() => reject(signal.reason));
      this.#waiting.add(onChange);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
