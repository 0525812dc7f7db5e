/** Keeps earlier values of a row, at most one between two snapshots, while an earlier search is paged through. */

import type { ChangingField } from './fields.ts';

export interface PreviousValues extends Readonly<Record<ChangingField, string>> {
  /** UTC epoch ms. */
  readonly lastModifiedAt: number;
}

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

  /** Read the current rows first, because they go on changing. If a row occurs twice, its last value counts. */
  *changesSince({ changes }: FleetSnapshot): Generator<readonly [row: number, before: PreviousValues]> {
    for (const span of this.#spans.filter((one) => one.changes >= changes).toReversed()) yield* span.before;
  }

  #drop(span: Span): void {
    const index = this.#spans.indexOf(span);
    const older = this.#spans[index - 1];
    // Readers of older snapshots need these values too. The map itself stays, because a reader may iterate over it.
    if (older !== undefined)
      for (const [row, before] of span.before) if (!older.before.has(row)) older.before.set(row, before);
    this.#spans.splice(index, 1);
  }
}
