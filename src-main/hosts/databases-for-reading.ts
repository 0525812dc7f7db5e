/**
 * Opens the databases of a data directory for commands that read. They wait for each answer anyway, so everything runs
 * in this thread: starting another one and loading its code takes longer than most reads.
 */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { openCaseProjectionReader } from '../adapters/sqlite/cases/case-reader.ts';
import { openStoreReader } from '../adapters/sqlite/events/store-reader.ts';
import { openInventoryReader } from '../adapters/sqlite/inventory/inventory-reader.ts';
import { type CallTarget, createSameThreadClient } from '../adapters/sqlite/threads/remote.ts';
import type { StoreClients, TargetSpec } from '../adapters/sqlite/threads/store-clients.ts';
import { sharedThread } from '../adapters/sqlite/threads/store-threads.ts';
import { openProjectorTarget } from './database-worker/projector-target.ts';
import { type Databases, directoryIn, openDatabases, type OpenDatabases, startThread } from './databases.ts';

export function databasesForReading(dataDir: string): Databases {
  return openDatabases({ directoryOf: directoryIn(dataDir), clientsOf: () => HERE });
}

/** For a process that runs many commands: one thread prepares the cases of all, and ends when idle. */
export function databasesForManyReads(): OpenDatabases {
  const thread = sharedThread(startThread);
  const clients: StoreClients = {
    client: (role, spec, options) => (spec.kind === 'case-projector' ? thread : HERE).client(role, spec, options),
  };
  return (dataDir) => openDatabases({ directoryOf: directoryIn(dataDir), clientsOf: () => clients });
}

const HERE: StoreClients = { client: (_role, spec) => createSameThreadClient(() => openHere(spec)) };

function openHere(spec: TargetSpec): CallTarget {
  switch (spec.kind) {
    case 'event-reader':
      return openStoreReader(spec.events);
    case 'case-reader':
      return openCaseProjectionReader(spec.path);
    case 'inventory-reader':
      return openInventoryReader(spec.path);
    case 'case-projector':
      return openProjectorTarget(spec);
    // The code of writers would take as long to load as the rest.
    case 'event-writer':
    case 'event-backups':
    case 'search-indexer':
    case 'inventory-writer':
      throw new Error(`A command that reads cannot open ${spec.kind}.`);
    default:
      return assertNever(spec);
  }
}
