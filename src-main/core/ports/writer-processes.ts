/** Reaches the process of this user on this computer that writes a store, over the inbox of the store. */
import type { InboxAnswer } from '../../../src-shared/api/inbox.ts';
import type { ViewerRequest } from '../../../src-shared/api/viewer-requests.ts';
import type { StoreIdentity } from './event-store.ts';

export type AskedOfWriter = ViewerRequest extends infer Request
  ? Request extends ViewerRequest
    ? Omit<Request, 'id'>
    : never
  : never;

export interface WriterProcesses {
  /** True if a process holds the lock of the store. It may hang. */
  isRunning(store: StoreIdentity): boolean;
  /** Null if no process writes the store. @throws AppError WATCH_SILENT, STORE_UNWRITABLE; the signal's reason */
  ask(store: StoreIdentity, request: AskedOfWriter, signal: AbortSignal): Promise<InboxAnswer | null>;
}
