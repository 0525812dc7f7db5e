import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { ListSource } from '../../lists/list.ts';
import { createList, type List } from '../../lists/list-store.ts';
import type { Frames } from '../../time/frames.ts';
import type { PageClock } from '../../time/page-clock.ts';
import type { SnapshotFollower } from '../loading/watch-scoped.ts';
import { type TimelineList, timelinePageQuery, timelineRules } from './timeline-window.ts';

export interface TimelineStore extends Omit<List<TimelineList>, 'open'>, SnapshotFollower {
  /** Reads nothing before the first filter, because other screens need no events. */
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
  /** Null until the timeline is shown for the first time. */
  let filter: Filter | null = null;
  let watch: WatchId | null = null;
  function listen(): void {
    if (watch !== null && filter !== null) list.open({ watch, filter });
  }
  return {
    ...list,
    open(snapshot) {
      ({ watch } = snapshot);
      listen();
    },
    close() {
      watch = null;
      list.close();
    },
    onSnapshot({ extent }, _before, resumed) {
      if (filter === null) return;
      list.stored(extent.newestSeq, resumed);
      if (resumed) list.retry();
    },
    setFilter(next) {
      if (filter !== null && printFilter(next) === printFilter(filter)) return;
      filter = next;
      listen();
    },
  };
}
