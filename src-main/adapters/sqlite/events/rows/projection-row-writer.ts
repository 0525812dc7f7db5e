import type { ProjectionCommit, StoredProjection } from '../../../../core/ports/event-store.ts';
import type { WriteStatements } from './write-statements.ts';

/** Stored in place of the cursor by a repair. */
export const REPAIRED_CURSOR = -1;

export function createProjectionRowWriter(write: WriteStatements) {
  /** A new projection, or one of another version, starts at 0 without records. */
  function position(name: string, version: number): StoredProjection {
    const stored = write.projection.get(name);
    if (stored?.version === version)
      return { cursor: cursorOf(stored.seq), records: write.projectionRecords.all(name) };
    write.removeRecords.run(name);
    write.setProjection.run(name, version, 0);
    return { cursor: 0, records: [] };
  }

  function commit({ name, version, from, to, put, remove }: ProjectionCommit): boolean {
    const stored = write.projection.get(name);
    if (stored?.version !== version || cursorOf(stored.seq) !== from) return false;
    for (const key of remove) write.removeRecord.run(name, key);
    for (const { key, value } of put) write.putRecord.run(name, key, value);
    write.setProjection.run(name, version, to);
    return true;
  }

  return { position, commit };
}

function cursorOf(seq: number): StoredProjection['cursor'] {
  return seq === REPAIRED_CURSOR ? null : seq;
}
