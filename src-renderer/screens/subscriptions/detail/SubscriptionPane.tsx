/** One subscription in full. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';

export function SubscriptionPane({ ordinal }: { search: SearchSummary; ordinal: number }) {
  return <p>{ordinal}</p>;
}
