import type {
  EventDetail,
  FacetsQuery,
  HistogramQuery,
  SeqRanges,
  TallyQuery,
  TimelineCount,
  TimelineFacets,
  TimelineFeedQuery,
  TimelineHistogram,
  TimelineUpdate,
  TimelinePage,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { FeedListener, Stop } from './client.ts';

export interface TimelineClient {
  page(query: TimelinePageQuery): Promise<TimelinePage>;
  subscribe(query: TimelineFeedQuery, listener: FeedListener<TimelineUpdate>): Stop;
  event(place: { watch: WatchId; seq: number }): Promise<EventDetail>;
  /** `count`, `facets` and `histogram` return one part of a long result; call again with `to: next` to continue. */
  count(query: TallyQuery): Promise<TimelineCount>;
  facets(query: FacetsQuery): Promise<TimelineFacets>;
  histogram(query: HistogramQuery): Promise<TimelineHistogram>;
  markSeen(watch: WatchId, ranges: SeqRanges, seen: boolean): Promise<void>;
}
