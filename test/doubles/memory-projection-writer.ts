/** Keeps the cursor and records of a projection in memory. It can be full, and can be repaired like a store. */
import type { EventWriter, ProjectionCommit, StoredProjection } from '../../src-main/core/ports/event-store.ts';

export class MemoryProjectionWriter implements Pick<EventWriter, 'loadProjection' | 'commitProjection'> {
  cursor: number | null = 0;
  readonly records = new Map<string, string>();
  readonly commits: ProjectionCommit[] = [];
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
  /** Simulates a repair that restored older events, so that the projection restarts from scratch. */
  repair(): void {
    this.cursor = 0;
    this.records.clear();
  }
  /** Simulates a repair that kept the records of the projection. */
  carryOver(): void {
    this.cursor = null;
  }
}
