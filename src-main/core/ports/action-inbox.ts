/** Receives actions of commands: only one process writes a store. If none does, a command does, under its lock. */
import type { InboxAnswer, InboxRequest } from '../../../src-shared/api/inbox.ts';
import type { StoreIdentity } from './event-store.ts';

export interface ActionInbox {
  /** Handles actions one after the other. Resolves when the signal is aborted. Never rejects: the watch goes on. */
  serve(
    store: StoreIdentity,
    handle: (request: InboxRequest) => Promise<InboxAnswer>,
    signal: AbortSignal,
  ): Promise<void>;
}
