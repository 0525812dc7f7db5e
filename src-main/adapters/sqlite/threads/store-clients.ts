/** Connections to the databases of a store: which one is opened, and in which thread. */
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { StorePaths } from '../store-paths.ts';
import type { ClientOptions, RemoteClient } from './remote.ts';

/** Applies events and writes cases. A host opens it, because the projector is a part of the core. */
export interface CaseProjectorSpec {
  readonly kind: 'case-projector';
  readonly path: string;
  readonly copyFrom: string | null;
  readonly events: string;
}

export type TargetSpec =
  | { readonly kind: 'event-writer'; readonly paths: StorePaths; readonly identity: StoreIdentity }
  | { readonly kind: 'event-reader' | 'search-indexer'; readonly events: string }
  | { readonly kind: 'event-backups'; readonly paths: StorePaths }
  | CaseProjectorSpec
  | { readonly kind: 'case-reader' | 'inventory-writer' | 'inventory-reader'; readonly path: string };

/**
 * `write` stores events; `derive` writes what can be derived or fetched again; `read` answers calls that a user waits
 * for, and alarms; `scan` makes long reads (exports, the check, text search) and ends when idle. `copy` lives while it
 * copies the store.
 */
export type ThreadRole = 'write' | 'derive' | 'read' | 'scan' | 'copy';

export interface StoreClients {
  readonly client: <Port extends object>(
    role: ThreadRole,
    spec: TargetSpec,
    options?: ClientOptions,
  ) => RemoteClient<Port>;
}

export interface DatabaseOptions {
  readonly directoryOf: (identity: StoreIdentity) => string;
  readonly clientsOf: (directory: string) => StoreClients;
  readonly log?: Log | undefined;
}
