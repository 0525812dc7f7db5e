/** Counts events by outcome since this process started. Each call reads only the events that are not counted yet. */
import type { EventReader } from '../../core/ports/event-store.ts';
import { readFacets } from '../../core/timeline/tallies.ts';
import { outcomes } from '../../../src-shared/domain/event/outcomes.ts';

export class EventCounter {
  /** Holds every outcome from the start: Prometheus cannot compute a rate for the first value of a new series. */
  readonly counts = new Map<string, number>([...outcomes, 'none'].map((outcome) => [outcome, 0]));
  #after: number;

  /** @param after seq of the newest event that was stored before this process started */
  constructor(after: number) {
    this.#after = after;
  }

  /** @throws AppError STORE_… */
  async countTo(reader: Pick<EventReader, 'facets'>, newest: number): Promise<void> {
    const after = this.#after;
    if (newest <= after) return;
    const { value } = await readFacets(
      reader,
      { filter: { terms: [] }, after, to: newest, fields: ['outcome'] },
      { maxBatches: Infinity },
    );
    this.#after = newest;
    for (const { value: outcome, count } of value.fields[0]?.values ?? [])
      this.counts.set(outcome ?? 'none', (this.counts.get(outcome ?? 'none') ?? 0) + count);
  }
}
