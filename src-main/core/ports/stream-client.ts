/** Makes one connection attempt. Source: `docs/service.md` §3.1, WHATWG HTML "Server-sent events". */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';

export interface StreamAttempt {
  readonly url: string;
  readonly caFile: string | null;
  /** Proxy setting of the profile: `environment`, `none`, or an address. */
  readonly proxy: string;
  readonly accessToken: string;
  /** Sent as `Last-Event-ID` if not null. Harmless, and resumes if the service replays events. */
  readonly lastEventId: string | null;
  /** Closes the connection if no complete event arrives for this long, also before the first event. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** Called with its status and headers when the answer is a 200 event stream. */
  readonly onOpen: (answer: ServiceResponse) => void;
  /** In order. Reading from the socket pauses until a returned promise resolves (back-pressure). */
  readonly onEvent: (event: ReceivedEvent) => void | Promise<void>;
  /** Called for a block with `id` and no data, which moves the cursor without an event (WHATWG HTML 9.2.6). */
  readonly onCursor: (lastEventId: string) => void;
  /**
   * Called before each read from the socket, when `onEvent` has accepted everything so far. `events`: number of complete
   * events in all bytes of this connection, counted independently of the reader that calls `onEvent`.
   */
  readonly onCounted: (events: number) => void;
}

/** Result of an attempt, which never rejects. Contains no secret. */
export type AttemptEnd =
  /** Some proxies end a response properly when the service breaks off. `cutBytes`: of an unfinished last event. */
  | { readonly kind: 'closed'; readonly retryMs: number | null; readonly cutBytes: number }
  | { readonly kind: 'lost'; readonly code: string; readonly answer: ServiceResponse; readonly retryMs: number | null }
  | { readonly kind: 'silent'; readonly retryMs: number | null }
  /** No HTTP answer. `certificate`: refused; `handshake`: TLS failed; `plain-http`; `proxy`: 407 or no tunnel. */
  | {
      readonly kind: 'unreachable';
      readonly code: string;
      readonly about: 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy';
      /** Only for `proxy`: its `host:port`, if known. */
      readonly proxy?: string | null;
      readonly answer: ServiceResponse;
    }
  /** An answer other than 200. `retryAfterMs`: parsed Retry-After. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly answer: ServiceResponse;
    }
  /** A redirect is not followed, because the token must not be sent to another address. */
  | { readonly kind: 'redirected'; readonly status: number; readonly answer: ServiceResponse }
  | { readonly kind: 'not-a-stream'; readonly contentType: string | null; readonly answer: ServiceResponse }
  /** `onOpen` or `onEvent` threw this error: a bug in Watchfloor. */
  | { readonly kind: 'consumer-failed'; readonly error: unknown }
  | { readonly kind: 'aborted' };

export interface StreamClient {
  attempt(attempt: StreamAttempt): Promise<AttemptEnd>;
}
