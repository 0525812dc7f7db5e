/** Connections to the databases of a store: which one is opened, and in which thread. */
import type { StoreIdentity } from '../../../core/ports/event-store.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { StorePaths } from '../store-paths.ts';
import type { ClientOptions, RemoteClient } from './remote.ts';

/** Applies events and writes cases. A host opens it, because the projector is a part of the core. */
export interface CaseProjectorSpec {
  readonly kind: 'case-projector';
  readonly path: string;
  /** Database to copy first. */
  readonly copyFrom: string | null;
  /** Database of the events that are applied. */
  readonly events: string;
}

export type TargetSpec =
  | { readonly kind: 'event-writer'; readonly paths: StorePaths; readonly identity: StoreIdentity }
  | { readonly kind: 'event-reader' | 'search-indexer'; readonly events: string }
  | { readonly kind: 'event-backups'; readonly paths: StorePaths }
  | CaseProjectorSpec
  | { readonly kind: 'case-reader' | 'inventory-writer' | 'inventory-reader'; readonly path: string };

/**
 * Threads of a watch. `write` stores events; `derive` writes everything that can be derived or fetched again; `read`
 * answers calls that a user waits for, and the short reads of alarms; `scan` reads long (exports, the check, text
 * search), so that no long read delays a short one, and ends when it has nothing to do. `copy` lives while it copies
 * the store.
 */
export type ThreadRole = 'write' | 'derive' | 'read' | 'scan' | 'copy';

/** Connects to the databases of one store. */
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
