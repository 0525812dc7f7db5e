import type { AttemptEnd, StreamAttempt, StreamClient } from '../../src-main/core/ports/stream-client.ts';

/** A stream whose attempts the test plays by hand; what it says, it says on the newest. */
export class ScriptedStreams implements StreamClient {
  readonly attempts: StreamAttempt[] = [];
  activeAttempts = 0;
  maxActiveAttempts = 0;
  #end: (end: AttemptEnd) => void = () => {};

  attempt(attempt: StreamAttempt): Promise<AttemptEnd> {
    this.attempts.push(attempt);
    this.activeAttempts += 1;
    this.maxActiveAttempts = Math.max(this.maxActiveAttempts, this.activeAttempts);
    return new Promise((resolve) => {
      let isOver = false;
      const finish = (end: AttemptEnd): void => {
        if (isOver) return;
        isOver = true;
        this.activeAttempts -= 1;
        resolve(end);
      };
      this.#end = finish;
      attempt.signal.addEventListener('abort', () => finish({ kind: 'aborted' }), { once: true });
    });
  }

  /** The service accepts the present attempt. */
  open(): void {
    this.attempts.at(-1)?.onOpen();
  }
  /** An event on the present attempt, which is open then. */
  event(kind: string, receivedAt: number, id: string | null = null): void {
    this.open();
    void this.attempts.at(-1)?.onEvent({ kind, receivedAt, id, data: kind });
  }
  /** A block with an id and no data. */
  cursor(lastEventId: string): void {
    this.attempts.at(-1)?.onCursor(lastEventId);
  }
  end(end: AttemptEnd): void {
    this.#end(end);
  }
}
