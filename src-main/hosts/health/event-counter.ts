/** Events by outcome since this process began, counted in the store piece by piece: what was counted is not read again. */
import type { EventReader } from '../../core/ports/event-store.ts';
import { readFacets } from '../../core/timeline/tallies.ts';
import { outcomes } from '../../../src-shared/domain/outcomes.ts';

export class EventCounter {
  /** All of them from the beginning: a rate of what was not there before is not seen. */
  readonly counts = new Map<string, number>([...outcomes, 'none'].map((outcome) => [outcome, 0]));
  #after: number;

  /** @param after the newest event that was there before */
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
