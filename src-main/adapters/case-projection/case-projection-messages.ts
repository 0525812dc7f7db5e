/** Converts messages of the projecting thread to be sent between threads, and back. */
import type {
  CaseProjectionControl,
  CaseProjectionThread,
  CaseProjectionMessage,
} from '../../core/ports/case-projection-thread.ts';
import { deserializeError, type SerializedError } from '../threads/remote.ts';

export type SerializedCaseProjectionMessage =
  | Exclude<CaseProjectionMessage, { readonly error: Error }>
  | { readonly kind: 'not-caught-up'; readonly wish: number; readonly failure: SerializedError }
  | { readonly kind: 'failed'; readonly failure: SerializedError };

/** Passes messages to a listener, which is set after the thread was created and before it is started. */
export class CaseProjectionMessageReceiver {
  #listener: (told: CaseProjectionMessage) => void = () => undefined;

  readonly receive = (tells: SerializedCaseProjectionMessage): void => {
    if (!('failure' in tells)) return this.#listener(tells);
    const { failure, ...told } = tells;
    this.#listener({ ...told, error: deserializeError(failure) });
  };

  createThread(calls: CaseProjectionControl): CaseProjectionThread {
    return {
      calls,
      onMessage: (listener) => {
        this.#listener = listener;
      },
    };
  }
}
