/**
 * Uses the `eventsource` package as a parser for one connection. An event that the service names `error` or `open` is a
 * message like any other. Its reconnect must never run: the owner closes it at the first end.
 */
import { ErrorEvent, EventSource } from 'eventsource';
import type { FetchLikeResponse } from 'eventsource';
import { eventLimits } from './event-framer.ts';

export interface OneShotCallbacks {
  /** Requests the stream. If it rejects with an AbortError, nothing more happens. */
  readonly fetch: () => Promise<FetchLikeResponse>;
  readonly onOpen: () => void;
  readonly onMessage: (message: MessageEvent) => void;
  /** The package gave up. Since the framer runs before it, this is a bug. */
  readonly onFailure: (message: string) => void;
}

/** Twice the framer's limit, so that this one, at which the package closes for good, is never reached. */
const maxBufferSize = 2 * eventLimits.bytes;

export class OneShotEventSource extends EventSource {
  readonly #callbacks: OneShotCallbacks;

  constructor(url: string, callbacks: OneShotCallbacks) {
    // The package calls `fetch` in its constructor, before this object is complete.
    super(url, { fetch: async () => await callbacks.fetch(), maxBufferSize });
    this.#callbacks = callbacks;
  }

  /** Receives everything that the package reports; listeners would only get the kinds that they name. */
  override dispatchEvent(event: Event): boolean {
    if (event instanceof MessageEvent) this.#callbacks.onMessage(event);
    else if (event instanceof ErrorEvent) this.#callbacks.onFailure(event.message ?? 'no reason given');
    else this.#callbacks.onOpen();
    return true;
  }
}
