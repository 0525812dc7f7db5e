import type {
  CaseProjectionControl,
  CaseProjectionThread,
  CaseProjectionMessage,
} from '../../../core/ports/case-projection-thread.ts';
import { deserializeError, type SerializedError } from '../threads/remote.ts';

export type SerializedCaseProjectionMessage =
  | Exclude<CaseProjectionMessage, { readonly error: Error }>
  | { readonly kind: 'not-caught-up'; readonly request: number; readonly failure: SerializedError }
  | { readonly kind: 'failed'; readonly failure: SerializedError };

/** Passes messages to a listener, which is set after the thread was created and before it is started. */
export class CaseProjectionMessageReceiver {
  #listener: (message: CaseProjectionMessage) => void = () => undefined;

  readonly receive = (serialized: SerializedCaseProjectionMessage): void => {
    if (!('failure' in serialized)) return this.#listener(serialized);
    const { failure, ...message } = serialized;
    this.#listener({ ...message, error: deserializeError(failure) });
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
