/**
 * The `eventsource` package as a parser with a life of one connection: every message is caught, whatever its kind,
 * and no event named `error` or `open` by the service is mistaken for the connection's own. Its reconnecting must
 * never be used: whoever makes one closes it at the first end of any sort.
 */
import { ErrorEvent, EventSource } from 'eventsource';
import type { FetchLikeResponse } from 'eventsource';
import { eventLimits } from './event-framer.ts';

export interface OneShotCallbacks {
  /** Asks for the answer with the stream; when it rejects with an AbortError, nothing more happens. */
  readonly fetch: () => Promise<FetchLikeResponse>;
  readonly onOpen: () => void;
  readonly onMessage: (message: MessageEvent) => void;
  /** The package gave up; with the framer before it, this is a defect. */
  readonly onFailure: (message: string) => void;
}

/** Twice what the framer lets through, so that this bound, at which the package closes for good, is never met. */
const maxBufferSize = 2 * eventLimits.bytes;

export class OneShotEventSource extends EventSource {
  readonly #callbacks: OneShotCallbacks;

  constructor(url: string, callbacks: OneShotCallbacks) {
    // The package asks for the answer from inside its constructor, before this object is complete.
    super(url, { fetch: async () => await callbacks.fetch(), maxBufferSize });
    this.#callbacks = callbacks;
  }

  /** The package tells all it has to tell through this method; listeners would only get the kinds they name. */
  override dispatchEvent(event: Event): boolean {
    if (event instanceof MessageEvent) this.#callbacks.onMessage(event);
    else if (event instanceof ErrorEvent) this.#callbacks.onFailure(event.message ?? 'no reason given');
    else this.#callbacks.onOpen();
    return true;
  }
}
