import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';

interface OlderSearch {
  readonly watch: WatchId;
  readonly filter: Filter;
  /** Seq to search below; null for the newest event. */
  readonly below: number | null;
  readonly isOver: () => boolean;
  /** Called if a page had no match, before the next one is read. */
  readonly onContinue?: () => void;
}

/** Returns the newest matching event below a position, null if there is none; undefined if the search is over. */
export async function firstOlderEvent(
  backend: BackendClient,
  { watch, filter, below, isOver, onContinue }: OlderSearch,
): Promise<EventSummary | null | undefined> {
  for (let cursor = below; ;) {
    const page = await backend.timeline.page.query({ watch, filter, direction: 'older', cursor, limit: 1 });
    if (isOver()) return undefined;
    const [found] = page.rows;
    if (found !== undefined) return found;
    if (!page.hasOlder) return null;
    cursor = page.olderCursor;
    onContinue?.();
  }
}
