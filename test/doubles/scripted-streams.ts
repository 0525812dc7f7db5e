import { emptyServiceResponse, type ServiceResponse } from '../../src-shared/api/stream/stream-status.ts';
import type { AttemptEnd, StreamAttempt, StreamClient } from '../../src-main/core/ports/stream-client.ts';

/** A stream whose attempts the test controls. Every call acts on the newest attempt. */
export class ScriptedStreams implements StreamClient {
  readonly attempts: StreamAttempt[] = [];
  activeAttempts = 0;
  maxActiveAttempts = 0;
  #end: (end: AttemptEnd) => void = () => {};
  #opened: StreamAttempt | null = null;

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

  open(answer: Partial<ServiceResponse> = {}): void {
    const attempt = this.attempts.at(-1);
    this.#opened = attempt ?? null;
    attempt?.onOpen({ ...emptyServiceResponse('stream'), ...answer });
  }
  /** Sends an event on the newest attempt, after opening it. */
  event(kind: string, receivedAt: number, id: string | null = null, data = kind): void {
    if (this.attempts.at(-1) !== this.#opened) this.open();
    void this.attempts.at(-1)?.onEvent({ kind, receivedAt, id, data });
  }
  cursor(lastEventId: string): void {
    this.attempts.at(-1)?.onCursor(lastEventId);
  }
  counted(events: number): void {
    this.attempts.at(-1)?.onCounted(events);
  }
  end(end: AttemptEnd): void {
    this.#end(end);
  }
}
