/** Where followers stand, in memory; it can be full, and be mended as a store is. */
import {
  CURSOR_AFTER_REPAIR,
  type EventWriter,
  type ProjectionCommit,
  type StoredProjection,
} from '../../src-main/core/ports/event-store.ts';

export class MemoryProjectionWriter implements Pick<EventWriter, 'loadProjection' | 'commitProjection'> {
  cursor = 0;
  readonly records = new Map<string, string>();
  readonly commits: ProjectionCommit[] = [];
  /** Where set, nothing is written. */
  failure: Error | null = null;

  async loadProjection(): Promise<StoredProjection> {
    if (this.failure !== null) throw this.failure;
    return { cursor: this.cursor, records: [...this.records].map(([key, value]) => ({ key, value })) };
  }
  async commitProjection(commit: ProjectionCommit): Promise<boolean> {
    if (this.failure !== null) throw this.failure;
    if (commit.from !== this.cursor) return false;
    for (const { key, value } of commit.put) this.records.set(key, value);
    for (const key of commit.remove) this.records.delete(key);
    this.cursor = commit.to;
    this.commits.push(commit);
    return true;
  }
  /** What was brought back lies before what is followed: whoever follows begins again. */
  repair(): void {
    this.cursor = 0;
    this.records.clear();
  }
  /** The same, and its records were carried over. */
  carryOver(): void {
    this.cursor = CURSOR_AFTER_REPAIR;
  }
}
