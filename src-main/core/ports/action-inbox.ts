/**
 * Receives the actions of commands for a store that this process writes, because only one process writes a store. A
 * command that finds no such process writes by itself, under the same lock.
 */
import type { InboxAnswer, InboxRequest } from '../../../src-shared/api/inbox.ts';
import type { StoreIdentity } from './event-store.ts';

export interface ActionInbox {
  /**
   * Calls `handle` for each action, one after the other, and gives the answer to the command. Resolves when the signal
   * is aborted. Never rejects: the watch goes on without it.
   */
  serve(
    store: StoreIdentity,
    handle: (request: InboxRequest) => Promise<InboxAnswer>,
    signal: AbortSignal,
  ): Promise<void>;
}
