/**
 * What the inventory holds: the query, the rows that came, one of them in full. What is asked, loaded and kept is the
 * backend's; the address says which search is shown, and how.
 */
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { useStores, useSubscriptions } from '../../stores/use-stores.ts';
import { SearchQuery } from './query/SearchQuery.tsx';

export function SubscriptionsScreen() {
  const { subscriptions } = useStores();
  const state = useSubscriptions((all) => all);
  return (
    <ScreenLayout
      title="Subscriptions"
      query={
        <SearchQuery
          state={state}
          asked={state.searches?.[0] ?? null}
          unavailable={null}
          onSearch={(body) => void subscriptions.begin(body)}
          isComparing={false}
          onCompare={() => undefined}
          isInspecting={false}
          onRequests={() => undefined}
          columnChooser={null}
        />
      }
    >
      <p>{state.searches?.[0]?.rows ?? 0} rows</p>
    </ScreenLayout>
  );
}
