/** Opens the connections of a store's databases, each as a target whose methods a thread serves. */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { Log } from '../../core/ports/log.ts';
import { openCaseProjectionReader } from './cases/case-reader.ts';
import { MIN_FREE_BYTES } from './database-writer.ts';
import { createBackupService } from './events/files/backup-service.ts';
import type { StorePaths } from './events/files/store-directory.ts';
import { openGuardedWriter } from './events/guarded-writer.ts';
import { createSearchIndexer } from './events/search/search-indexer.ts';
import { openStoreReader } from './events/store-reader.ts';
import { openInventoryReader } from './inventory/inventory-reader.ts';
import { openInventoryWriter } from './inventory/inventory-writer.ts';
import type { CallTarget, ClientOptions, RemoteClient } from './threads/remote.ts';

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

export function openTarget(
  spec: Exclude<TargetSpec, CaseProjectorSpec>,
  emit: (value: unknown) => void,
  minFreeBytes = MIN_FREE_BYTES,
): CallTarget {
  switch (spec.kind) {
    case 'event-writer':
      return openGuardedWriter(spec.paths, spec.identity, emit);
    case 'event-reader':
      return openStoreReader(spec.events);
    case 'event-backups':
      return createBackupService(spec.paths, emit);
    case 'search-indexer':
      return createSearchIndexer(spec.events, minFreeBytes);
    case 'case-reader':
      return openCaseProjectionReader(spec.path);
    case 'inventory-writer':
      return openInventoryWriter(spec.path, { minFreeBytes });
    case 'inventory-reader':
      return openInventoryReader(spec.path);
    default:
      return assertNever(spec);
  }
}

/**
 * Threads of a watch. `write` stores events; `derive` writes everything that can be derived or fetched again; `read`
 * answers calls that a user waits for, and the short reads of alarms; `scan` reads long (exports, the check, text
 * search), so that no long read delays a short one, and ends when it has nothing to do. `copy` lives while it copies the
 * store.
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
