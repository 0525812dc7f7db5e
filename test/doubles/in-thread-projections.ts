/** Opens SQLite case projections in the calling thread, with the same behaviour as in threads of their own. */
import { openCaseProjectionReader } from '../../src-main/adapters/sqlite/cases/case-reader.ts';
import { openCaseProjectionWriter } from '../../src-main/adapters/sqlite/cases/case-writer.ts';
import { caseProjectionOpenerWith } from '../../src-main/adapters/sqlite/cases/case-projection.ts';
import { createSameThreadClient } from '../../src-main/adapters/sqlite/threads/remote.ts';
import type { CaseProjectionOpener } from '../../src-main/core/ports/case-projection.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';

/** @param minFreeBytes free disk space that the projections must not use */
export function createInThreadProjections(
  directoryOf: (identity: StoreIdentity) => string,
  minFreeBytes = 0,
): CaseProjectionOpener {
  return caseProjectionOpenerWith(directoryOf, {
    writer: (path, copyFrom) =>
      createSameThreadClient(() => openCaseProjectionWriter(path, { copyFrom, minFreeBytes })),
    reader: (path) => createSameThreadClient(() => openCaseProjectionReader(path)),
  });
}
