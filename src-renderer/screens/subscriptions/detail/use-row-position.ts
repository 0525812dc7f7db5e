import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { isUnfiltered } from '../../../stores/subscriptions/subscription-rows.ts';
import { useSubscriptionRows } from '../../../stores/use-stores.ts';
import type { ListPosition } from '../../../components/detail/PaneHead.tsx';

export function useRowPosition(ordinal: number): {
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
} {
  const address = useAddress(subscriptionsAddress);
  const window = useSubscriptionRows((state) => state.window);
  const shownQuery = useSubscriptionRows((state) => state.shownQuery);
  const index = window.rows.findIndex((row) => row.ordinal === ordinal);
  const isAll = shownQuery !== null && isUnfiltered(shownQuery);
  return {
    position:
      index === -1 ? null : { at: window.from + index + 1, total: window.total, suffix: isAll ? 'loaded' : 'listed' },
    step(by) {
      const next = index === -1 ? undefined : window.rows[index + by];
      if (next !== undefined) address.change({ row: next.ordinal }, { replace: true });
    },
  };
}
