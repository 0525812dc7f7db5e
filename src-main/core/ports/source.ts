/**
 * Where a watch's events come from. The supervised stream (`core/stream/stream-source.ts`) is one source; a shared log
 * could be another. Coverage comes with the source: it says when somebody listened and when nobody did.
 */
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import type { StreamState } from '../stream/stream-state.ts';
import type { Moment } from './clock.ts';
import type { StreamLoss } from './event-store.ts';

/** What a source tells; everything is kept in the order in which it is told. */
export interface SourceSink {
  /** Resolves when there is room for the next event. `opensSession`: the first after nobody listened. */
  event(event: ReceivedEvent, when: Moment, opensSession: boolean): void | Promise<void>;
  /** The place to resume at moved without an event; `''` takes the last id back. */
  cursor(lastEventId: string): void;
  /** Nobody listens from `from` on, as was found out at `at`; ends the session, if one is open. */
  loss(from: Moment, at: Moment, loss: StreamLoss): void;
  publish(state: StreamState): void;
}

/** Where an earlier run, of whichever process, has ended. */
export interface SourceStart {
  readonly lastEventId: string | null;
  /** The last complete event of an earlier run, or the start of watching. */
  readonly blindSince: Moment;
}

export interface Source {
  /** Runs until the signal is aborted; resolves then, with the last session ended as `stopped`. */
  run(start: SourceStart, sink: SourceSink, signal: AbortSignal): Promise<void>;
  /** Somebody asks for the next attempt now. A wish during an attempt counts for the wait after it. */
  retryNow(): void;
  /**
   * The host noticed that the computer woke, or that its network is back: looks at the clocks at once, and tries at once
   * what waits for the network. What waits for a person goes on waiting; a session under way is left alone.
   */
  wakeUp(): void;
}
