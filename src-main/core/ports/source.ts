/** The events and the coverage of a watch: the stream (`core/stream/stream-source.ts`), or for example a shared log. */
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

export type NextStep =
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
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
  /** Runs until the signal is aborted, then ends the last session as `stopped`. */
  run(start: SourceStart, sink: SourceSink, publish: (state: StreamState) => void, signal: AbortSignal): Promise<void>;
  /** Starts the next attempt immediately. During an attempt, skips the wait after it. */
  retryNow(): void;
  /** Checks the clocks, and retries if the source waits for the network, not for a user. A session goes on. */
  wakeUp(): void;
}
