/** Opens real SQLite databases in the calling thread, because starting four threads takes 1 s of CPU time. */
import {
  type CaseProjectionWorkerWriter,
  openCaseProjectionWriter,
} from '../../src-main/adapters/sqlite/cases/case-writer.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import { openTarget } from '../../src-main/adapters/sqlite/targets.ts';
import type { StoreClients } from '../../src-main/adapters/sqlite/threads/store-clients.ts';
import {
  type CallTarget,
  createSameThreadClient,
  type RemoteClient,
} from '../../src-main/adapters/sqlite/threads/remote.ts';
import type { CaseProjection, CaseProjectionOpener } from '../../src-main/core/ports/case-projection.ts';
import type { EventReader, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import { projectorTarget } from '../../src-main/hosts/database-worker/projector-target.ts';
import { type Databases, openDatabases } from '../../src-main/hosts/databases.ts';

/**
 * Has a clock that goes on by 0.1 ms for each call, so that a call waits for a turn of the event loop as often on a slow
 * machine as on a fast one. Else a fake clock would not know when all work is done.
 */
function inThread<Port extends object>(open: () => CallTarget): RemoteClient<Port> {
  let calls = 0;
  return createSameThreadClient<Port>(open, () => (calls += 1) / 10);
}

export interface InThreadProjection extends CaseProjection {
  /** The writer of the projector. A test may replace its methods. */
  readonly writer: CaseProjectionWorkerWriter;
}

export interface InThreadDatabases extends Databases {
  readonly caseProjections: {
    open(identity: StoreIdentity): InThreadProjection;
    openPrivate(identity: StoreIdentity): InThreadProjection;
  };
}

/** @returns the reader of the events of a store in a directory, in place of its database */
export type ScannerOf = (directory: string) => EventReader;

export function inThreadDatabases(dataDir: string): InThreadDatabases {
  return databasesInFolders((store) => storePaths(dataDir, store).directory);
}

/** @param minFreeBytes free disk space that derived data must not use */
export function databasesInFolders(
  directoryOf: (store: StoreIdentity) => string,
  minFreeBytes = 0,
  scannerOf?: ScannerOf,
): InThreadDatabases {
  const databasesWith = (onWriter: (writer: CaseProjectionWorkerWriter) => void): Databases =>
    openDatabases({ directoryOf, clientsOf: (directory) => clientsIn(directory, onWriter) });

  function clientsIn(directory: string, onWriter: (writer: CaseProjectionWorkerWriter) => void): StoreClients {
    return {
      client(_role, spec, { onMessage = () => undefined } = {}) {
        if (spec.kind !== 'case-projector') return inThread(() => openTarget(spec, onMessage, minFreeBytes));
        const { path, copyFrom, events } = spec;
        const writing = inThread<CaseProjectionWorkerWriter>(() =>
          openCaseProjectionWriter(path, { copyFrom, minFreeBytes }),
        );
        const reading = inThread<EventReader>(() => openStoreReader(events));
        onWriter(writing.remote);
        const scanning = () => (scannerOf === undefined ? reading : { ...reading, remote: scannerOf(directory) });
        const client = inThread<never>(() => projectorTarget(writing, scanning()));
        // A test may have used the writer alone.
        return { ...client, close: () => client.close().then(() => writing.close()) };
      },
    };
  }

  const withWriter = (open: (opener: CaseProjectionOpener) => CaseProjection): InThreadProjection => {
    let writer: CaseProjectionWorkerWriter | null = null;
    const projection = open(databasesWith((opened) => (writer = opened)).caseProjections);
    if (writer === null) throw new Error('no projection was opened');
    return { ...projection, writer };
  };
  return {
    ...databasesWith(() => undefined),
    caseProjections: {
      open: (identity) => withWriter((opener) => opener.open(identity)),
      openPrivate: (identity) => withWriter((opener) => opener.openPrivate(identity)),
    },
  };
}
