import type { ProjectionCommit, StoredProjection } from '../../../../core/ports/event-store.ts';
import type { WriteStatements } from './write-statements.ts';

/** Stored in place of the cursor by a repair. */
export const REPAIRED_CURSOR = -1;

export class ProjectionRowWriter {
  readonly #write: WriteStatements;

  constructor(write: WriteStatements) {
    this.#write = write;
  }

  /**
   * Returns the cursor and records. A new projection, or one of another version, starts at 0 and its old records are
   * removed.
   */
  position(name: string, version: number): StoredProjection {
    const stored = this.#write.projection.get(name);
    if (stored?.version === version)
      return { cursor: cursorOf(stored.seq), records: this.#write.projectionRecords.all(name) };
    this.#write.removeRecords.run(name);
    this.#write.setProjection.run(name, version, 0);
    return { cursor: 0, records: [] };
  }

  commit({ name, version, from, to, put, remove }: ProjectionCommit): boolean {
    const stored = this.#write.projection.get(name);
    if (stored?.version !== version || cursorOf(stored.seq) !== from) return false;
    for (const key of remove) this.#write.removeRecord.run(name, key);
    for (const { key, value } of put) this.#write.putRecord.run(name, key, value);
    this.#write.setProjection.run(name, version, to);
    return true;
  }
}

function cursorOf(seq: number): StoredProjection['cursor'] {
  return seq === REPAIRED_CURSOR ? null : seq;
}
