/** Reads one complete row from the local store when it is opened. Works offline. */
import type { SubscriptionItem } from '../../../../src-shared/api/searches.ts';
import { useWatchQuery, type WatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores } from '../../../stores/use-stores.ts';

/** @param revision changes if a later pass may have changed the content */
export function useItem(search: string, ordinal: number, revision: string): WatchQuery<SubscriptionItem> {
  const { backend } = useStores();
  return useWatchQuery<SubscriptionItem>(
    `${search} ${ordinal}`,
    ({ watch }) => backend.subscriptions.item.query({ watch, id: search, ordinal }),
    { revision },
  );
}
