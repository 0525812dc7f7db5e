import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';

export async function newest(store: EventReader, limit: number): Promise<EventSummary[]> {
  const { rows } = await store.summaries({
    filter: EVERYTHING,
    direction: 'older',
    from: Number.MAX_SAFE_INTEGER,
    limit,
  });
  return rows;
}
