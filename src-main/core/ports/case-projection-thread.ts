/**
 * Runs the case projection in the thread that writes its database, so that rows, texts and cases need not cross
 * threads. Calls return immediately; the thread reports results as messages.
 */
import type { CaseProjectionPosition, GroupState } from './case-projection.ts';

export interface CaseProjectionControl {
  /** Starts the projection, or continues it after a `ready` message. */
  start(silenceMs: number): Promise<void>;
  notifyCommitted(): Promise<void>;
  /** Requests `caught-up` with this number once everything that is stored now is applied. */
  requestCatchUp(number: number): Promise<void>;
  /** Drops cached cases after some were removed from the database. */
  invalidateCache(): Promise<void>;
  /** Resolves when the projection has stopped. */
  stop(): Promise<void>;
}

export type CaseProjectionMessage =
  /** The thread waits for `start`: it started, restarted or must rebuild. Earlier catch-up requests may be lost. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'taken';
      readonly to: CaseProjectionPosition;
      /** Changed groups. If `isAll`, they replace all earlier ones. */
      readonly groups: readonly GroupState[];
      readonly isAll: boolean;
    }
  | { readonly kind: 'caught-up'; readonly request: number }
  | { readonly kind: 'not-caught-up'; readonly request: number; readonly error: Error }
  /** The thread retries after a delay. */
  | { readonly kind: 'failed'; readonly error: Error };

export interface CaseProjectionThread {
  readonly calls: CaseProjectionControl;
  /** Sets the only listener. Call it before the first call, which starts the thread. */
  onMessage(listener: (message: CaseProjectionMessage) => void): void;
}
