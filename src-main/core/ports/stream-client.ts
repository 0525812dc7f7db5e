/**
 * One attempt at one connection to the notification stream; no retries, no policy.
 * Source: `service-spec.md` "3. Notification stream", WHATWG HTML "Server-sent events".
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';

export interface StreamAttempt {
  /** Full address of the subscribe endpoint. */
  readonly url: string;
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
}

/** How an attempt ended. Never rejects: every end is one of these. `detail` holds no secret. */
export type AttemptEnd =
  /** The service closed the stream in order. `cutBytes`: size of an unfinished event at the end. */
  | { readonly kind: 'closed'; readonly retryMs: number | null; readonly cutBytes: number }
  /** Cut after it was open. */
  | { readonly kind: 'lost'; readonly code: string; readonly detail: string; readonly retryMs: number | null }
  | { readonly kind: 'silent'; readonly retryMs: number | null }
  /** No HTTP answer. `tls` where the certificate or handshake was refused. */
  | { readonly kind: 'unreachable'; readonly code: string; readonly detail: string; readonly tls: boolean }
  /** An answer other than 200. `retryAfterMs`: parsed Retry-After. `body`: its first 500 characters. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs: number | null; readonly body: string }
  /** A redirect is not followed: the token must not travel. */
  | { readonly kind: 'redirected'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'not-a-stream'; readonly contentType: string | null; readonly body: string }
  | { readonly kind: 'aborted' };

export interface StreamClient {
  attempt(attempt: StreamAttempt): Promise<AttemptEnd>;
}
