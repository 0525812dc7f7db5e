/** Where followers stand, in memory; it can be full, and be mended as a store is. */
import {
  CARRIED_OVER,
  type EventWriter,
  type FollowerCommit,
  type FollowerPosition,
} from '../../src-main/core/ports/event-store.ts';

export class FollowerWriter implements Pick<EventWriter, 'followerPosition' | 'commitFollower'> {
  cursor = 0;
  readonly records = new Map<string, string>();
  readonly commits: FollowerCommit[] = [];
  /** Where set, nothing is written. */
  failure: Error | null = null;

  async followerPosition(): Promise<FollowerPosition> {
    if (this.failure !== null) throw this.failure;
    return { cursor: this.cursor, records: [...this.records].map(([key, value]) => ({ key, value })) };
  }
  async commitFollower(commit: FollowerCommit): Promise<boolean> {
    if (this.failure !== null) throw this.failure;
    if (commit.from !== this.cursor) return false;
    for (const { key, value } of commit.put) this.records.set(key, value);
    for (const key of commit.remove) this.records.delete(key);
    this.cursor = commit.to;
    this.commits.push(commit);
    return true;
  }
  /** What was brought back lies before what is followed: whoever follows begins again. */
  mend(): void {
    this.cursor = 0;
    this.records.clear();
  }
  /** The same, and its records were carried over. */
  carryOver(): void {
    this.cursor = CARRIED_OVER;
  }
}
