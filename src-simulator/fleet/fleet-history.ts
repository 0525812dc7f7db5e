/**
 * What rows were before they changed, kept as long as a search that began before is still paged through. Of a row
 * that changes often only what somebody can still see is kept, so this never holds more than the rows that changed
 * between one search and the next.
 */

import type { ChangingField } from './fields.ts';

/** The values of a row that change. */
export interface PreviousValues extends Readonly<Record<ChangingField, string>> {
  /** UTC epoch ms. */
  readonly lastModifiedAt: number;
}

/** A moment of the fleet that somebody still looks at. */
export interface FleetSnapshot {
  /** How many changes there had been; the same number is the same fleet. */
  readonly changes: number;
  /** To be called once, when nobody looks at it any more. */
  release(): void;
}

interface Span {
  /** Its first moment. */
  readonly changes: number;
  holders: number;
  /** What rows were at that moment that changed from then to the next span. */
  readonly before: Map<number, PreviousValues>;
}

export class FleetHistory {
  readonly #changes: () => number;
  /** The oldest first; somebody holds each of them. */
  readonly #spans: Span[] = [];

  /** @param changes how many there have been */
  constructor(changes: () => number) {
    this.#changes = changes;
  }

  /** How many rows are remembered, each as often as it is. */
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
    const held = span;
    held.holders++;
    return {
      changes,
      release: () => {
        held.holders--;
        if (held.holders === 0) this.#drop(held);
      },
    };
  }

  /** To be called before a row changes. */
  recordChange(row: number, before: () => PreviousValues): void {
    const newest = this.#spans.at(-1);
    if (newest !== undefined && !newest.before.has(row)) newest.before.set(row, before());
  }

  /**
   * Rows that changed since, and what they were: a row that is named again was at the moment what is said last. To be
   * read after the rows themselves, which go on changing.
   */
  *changesSince({ changes }: FleetSnapshot): Generator<readonly [row: number, before: PreviousValues]> {
    for (const span of this.#spans.filter((one) => one.changes >= changes).toReversed()) yield* span.before;
  }

  #drop(span: Span): void {
    const place = this.#spans.indexOf(span);
    const older = this.#spans[place - 1];
    // Who looks at an older moment sees through this one. The map itself stays: somebody may be reading it.
    if (older !== undefined)
      for (const [row, before] of span.before) if (!older.before.has(row)) older.before.set(row, before);
    this.#spans.splice(place, 1);
  }
}
