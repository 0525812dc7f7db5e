/** The list of events of the shown watch. */
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { ListSource } from '../../lists/list.ts';
import { createList, type List } from '../../lists/list-store.ts';
import type { Frames } from '../../time/frames.ts';
import type { PageClock } from '../../time/page-clock.ts';
import type { SnapshotFollower } from '../queries/watch-scoped.ts';
import { type TimelineList, timelinePageQuery, timelineRules } from './timeline-window.ts';

export interface TimelineStore extends Omit<List<TimelineList>, 'open'>, SnapshotFollower {
  setFilter(filter: Filter): void;
}

export function createTimelineStore(
  { timeline }: Pick<BackendClient, 'timeline'>,
  clock: Pick<PageClock, 'read' | 'everySecond'>,
  frames?: Frames,
): TimelineStore {
  const source: ListSource<TimelineList> = {
    rules: timelineRules,
    page: (query, request) => timeline.page.query(timelinePageQuery(query, request)),
    follow: (query, after, listener) => timeline.feed.subscribe({ ...query, after }, listener),
  };
  const list = createList(source, clock, frames);
  let filter = EVERYTHING;
  return {
    ...list,
    open: ({ watch }) => list.open({ watch, filter }),
    onSnapshot({ extent }, _before, resumed) {
      list.stored(extent.newestSeq, resumed);
      if (resumed) list.retry();
    },
    setFilter(other) {
      if (printFilter(other) === printFilter(filter)) return;
      filter = other;
      const { query } = list.getState();
      if (query !== null) list.open({ ...query, filter });
    },
  };
}
