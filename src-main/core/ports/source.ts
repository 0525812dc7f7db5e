/**
 * Source of a watch's events: the supervised stream (`core/stream/stream-source.ts`), or for example a shared log. The
 * source also reports coverage.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { InterruptionCause, TeamWatching } from '../../../src-shared/api/stream/stream-status.ts';
import type { Moment } from './clock.ts';
import type { StreamLoss } from './event-store.ts';

/** Receives everything from a source and stores it in the order of the calls. */
export interface SourceSink {
  /** Resolves when there is room for the next event. `opensSession`: this event starts a new session. */
  event(event: ReceivedEvent, when: Moment, opensSession: boolean): void | Promise<void>;
  /** Moves the resume position without an event. `''` clears it. */
  cursor(lastEventId: string): void;
  /** Notes when a request was sent that may hold the seat, UTC epoch ms; null if it does not any more. */
  request(at: number | null): void;
  /** Reports that the stream was lost at `from` and that this was detected at `at`. Ends the open session, if any. */
  loss(from: Moment, at: Moment, loss: StreamLoss): void;
}

export interface SourceStart {
  readonly lastEventId: string | null;
  /** The last complete event of the previous run, or the start of watching. */
  readonly blindSince: Moment;
  /** When an earlier process sent a request that may still hold the seat; null if it is not known of one. */
  readonly leftRequest: Moment | null;
}

/** Step after the end of an attempt. */
export type NextStep =
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
      /** Request a new token from the issuer first. */
      readonly renewToken: boolean;
      readonly shown: 'reconnecting' | 'seat-taken' | 'sign-in-needed';
      readonly cause: InterruptionCause;
    }
  | { readonly kind: 'sign-in-needed'; readonly cause: InterruptionCause };

export type StreamState =
  | {
      readonly kind: 'watching';
      readonly since: Moment;
      readonly lastEvent: Moment;
      readonly lastHeartbeat: Moment | null;
      /** Longest delay of recent events, if something on the way holds the stream back. */
      readonly heldBackMs?: number;
      readonly team?: TeamWatching;
    }
  | {
      readonly kind: 'connecting';
      readonly blindSince: Moment;
      readonly attempt: number;
      readonly last: NextStep | null;
    }
  | {
      readonly kind: 'waiting';
      readonly blindSince: Moment;
      readonly attempt: number;
      readonly step: NextStep;
      readonly nextAttempt: Moment | null;
    }
  | { readonly kind: 'stopped'; readonly since: Moment };

export interface Source {
  /**
   * Runs until the signal is aborted. Then ends the last session as `stopped` and resolves.
   * @param publish receives each change of the state
   */
  run(start: SourceStart, sink: SourceSink, publish: (state: StreamState) => void, signal: AbortSignal): Promise<void>;
  /** Starts the next attempt immediately. During an attempt, skips the wait after it. */
  retryNow(): void;
  /**
   * Called when the computer wakes or its network is back. Checks the clocks and retries immediately if the source
   * waits for the network. Does not affect a wait for a user or a running session.
   */
  wakeUp(): void;
}
