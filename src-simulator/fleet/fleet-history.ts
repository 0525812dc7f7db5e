/**
 * Stores earlier values of changed rows while a search that began before the change can still be paged through. Stores
 * a row at most once between two snapshots, however often it changes.
 */

import type { ChangingField } from './fields.ts';

export interface PreviousValues extends Readonly<Record<ChangingField, string>> {
  /** UTC epoch ms. */
  readonly lastModifiedAt: number;
}

/** A state of the fleet that a reader holds. */
export interface FleetSnapshot {
  /** Number of changes so far. Equal numbers mean equal states. */
  readonly changes: number;
  /** Releases the snapshot. Call it exactly once. */
  release(): void;
}

interface Span {
  readonly changes: number;
  holders: number;
  /** Values at its start of the rows that changed between it and the next span. */
  readonly before: Map<number, PreviousValues>;
}

export class FleetHistory {
  readonly #changes: () => number;
  /** Oldest first. Each has at least one holder. */
  readonly #spans: Span[] = [];

  constructor(changes: () => number) {
    this.#changes = changes;
  }

  get size(): number {
    return this.#spans.reduce((sum, { before }) => sum + before.size, 0);
  }

  snapshot(): FleetSnapshot {
    const changes = this.#changes();
    let span = this.#spans.at(-1);
    if (span?.changes !== changes) {
      span = { changes, holders: 0, before: new Map() };
      this.#spans.push(span);
    }
    const retained = span;
    retained.holders++;
    return {
      changes,
      release: () => {
        retained.holders--;
        if (retained.holders === 0) this.#drop(retained);
      },
    };
  }

  /** Must be called before a row changes. */
  recordChange(row: number, before: () => PreviousValues): void {
    const newest = this.#spans.at(-1);
    if (newest !== undefined && !newest.before.has(row)) newest.before.set(row, before());
  }

  /**
   * Yields the rows that changed since the snapshot, with earlier values. If a row occurs more than once, the last
   * value is the one at the snapshot. Read the current rows first, because they continue to change.
   */
  *changesSince({ changes }: FleetSnapshot): Generator<readonly [row: number, before: PreviousValues]> {
    for (const span of this.#spans.filter((one) => one.changes >= changes).toReversed()) yield* span.before;
  }

  #drop(span: Span): void {
    const index = this.#spans.indexOf(span);
    const older = this.#spans[index - 1];
    // Readers of older snapshots need these values too, so they move to the older span. The map itself stays, because a
    // reader may still iterate over it.
    if (older !== undefined)
      for (const [row, before] of span.before) if (!older.before.has(row)) older.before.set(row, before);
    this.#spans.splice(index, 1);
  }
}
