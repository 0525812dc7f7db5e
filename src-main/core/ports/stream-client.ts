/**
 * One attempt at one connection to the notification stream; no retries, no policy.
 * Source: `service-spec.md` "3. Notification stream", WHATWG HTML "Server-sent events".
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import type { ServiceResponse } from '../../../src-shared/domain/stream-status.ts';

export interface StreamAttempt {
  /** Full address of the subscribe endpoint. */
  readonly url: string;
  /** PEM file with further certificate authorities to trust; `null` for none. */
  readonly caFile: string | null;
  /** As the profile says it: `environment`, `none`, or a proxy's address. */
  readonly proxy: string;
  readonly accessToken: string;
  /** Sent as `Last-Event-ID` where not null: costs nothing, and resumes where a service replays. */
  readonly lastEventId: string | null;
  /** Hang up when no complete event arrived for so long (also before the first). */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  /** The answer was a 200 event stream. */
  readonly onOpen: () => void;
  /**
   * Called for each complete event, in order, every kind, known or not. May return a promise: nothing more is read
   * from the socket until it resolves (back-pressure).
   */
  readonly onEvent: (event: ReceivedEvent) => void | Promise<void>;
  /** A block with an `id` field and no data: no event, but the stream's cursor moves (WHATWG HTML 9.2.6). */
  readonly onCursor: (lastEventId: string) => void;
}

/** How an attempt ended. Never rejects: every end is one of these. No text in it holds a secret. */
export type AttemptEnd =
  /** The service closed the stream in order. `cutBytes`: size of an unfinished event at the end. */
  | { readonly kind: 'closed'; readonly retryMs: number | null; readonly cutBytes: number }
  /** Cut after it was open. */
  | { readonly kind: 'lost'; readonly code: string; readonly answer: ServiceResponse; readonly retryMs: number | null }
  | { readonly kind: 'silent'; readonly retryMs: number | null }
  /** No HTTP answer. `certificate`: it was refused; `handshake`: TLS broke off; `plain-http`; `proxy`: 407 or no tunnel. */
  | {
      readonly kind: 'unreachable';
      readonly code: string;
      readonly about: 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy';
      /** Of `proxy`: its `host:port`, if it can be named. */
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
  /** A redirect is not followed: the token must not travel. */
  | { readonly kind: 'redirected'; readonly status: number; readonly answer: ServiceResponse }
  | { readonly kind: 'not-a-stream'; readonly contentType: string | null; readonly answer: ServiceResponse }
  /** `onOpen` or `onEvent` threw: a bug of ours, with what was thrown. */
  | { readonly kind: 'consumer-failed'; readonly error: unknown }
  | { readonly kind: 'aborted' };

export interface StreamClient {
  attempt(attempt: StreamAttempt): Promise<AttemptEnd>;
}
