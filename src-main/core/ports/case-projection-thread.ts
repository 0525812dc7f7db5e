/**
 * Follows what is stored into a book of cases where that book is written, in a thread beside whoever waits: rows, texts
 * and cases cross no border. A call says what to do, and is answered at once; what becomes of it is told.
 */
import type { CaseProjectionPosition, GroupState } from './case-projection.ts';

export interface CaseProjectionControl {
  /** Follows; where it was told to be `ready` again, it goes on. */
  start(silenceMs: number): Promise<void>;
  /** Events or facts were stored. */
  notifyCommitted(): Promise<void>;
  /** Everything that is stored now is to be taken: told with this number. */
  requestCatchUp(number: number): Promise<void>;
  /** Some cases are not kept any more. */
  invalidateCache(): Promise<void>;
  /** Resolves when nothing is taken any more. */
  stop(): Promise<void>;
}

export type CaseProjectionMessage =
  /** Waits for `follow`: it was started, or started again, or has to begin anew. Of wishes it may know nothing. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'taken';
      readonly to: CaseProjectionPosition;
      /** Those that are different; `isAll`: there are no others. */
      readonly groups: readonly GroupState[];
      readonly isAll: boolean;
    }
  | { readonly kind: 'caught-up'; readonly wish: number }
  | { readonly kind: 'not-caught-up'; readonly wish: number; readonly error: Error }
  /** It tries again in a while. */
  | { readonly kind: 'failed'; readonly error: Error };

export interface CaseProjectionThread {
  readonly calls: CaseProjectionControl;
  /** For one listener, before the first call, which starts the thread. */
  onMessage(listener: (told: CaseProjectionMessage) => void): void;
}
