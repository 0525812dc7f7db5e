import type { Resumed } from '../../src-main/core/ports/event-store.ts';
import type { Extent } from '../../src-shared/api/watch.ts';

export const emptyExtent: Extent = { oldestSeq: 0, newestSeq: 0, storedEvents: 0 };

/** What a store tells before anything was stored. */
export const nothingToResume: Resumed = {
  extent: emptyExtent,
  lastEventId: null,
  lastEventAt: null,
  principal: null,
  toRedecode: false,
};
