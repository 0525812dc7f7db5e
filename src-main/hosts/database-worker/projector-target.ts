/** Reads events over its own connection, which cannot write them. */
import { openCaseProjectionWriter, type CaseProjectionWorkerWriter } from '../../adapters/sqlite/cases/case-writer.ts';
import type { CaseProjectorTarget } from '../../adapters/sqlite/cases/case-projection.ts';
import { openStoreReader } from '../../adapters/sqlite/events/store-reader.ts';
import type { CaseProjectorSpec } from '../../adapters/sqlite/threads/store-clients.ts';
import { type CallTarget, createSameThreadClient, type RemoteClient } from '../../adapters/sqlite/threads/remote.ts';
import { createCaseProjector } from '../../core/cases/projection/case-projector.ts';
import type { EventReader } from '../../core/ports/event-store.ts';

export function openProjectorTarget({ path, copyFrom, events }: CaseProjectorSpec): CallTarget {
  return projectorTarget(
    createSameThreadClient<CaseProjectionWorkerWriter>(() => openCaseProjectionWriter(path, { copyFrom })),
    createSameThreadClient<EventReader>(() => openStoreReader(events)),
  );
}

export function projectorTarget(
  writer: RemoteClient<CaseProjectionWorkerWriter>,
  reader: RemoteClient<EventReader>,
): CaseProjectorTarget & CallTarget {
  return {
    ...createCaseProjector({ scanner: reader.remote, writer: writer.remote }),
    replace: (file) => writer.remote.replace(file),
    async close() {
      await Promise.all([writer.close(), reader.close()]);
    },
  };
}
