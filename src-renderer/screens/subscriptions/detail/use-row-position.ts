import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import type { ListPosition } from '../../../components/detail/PaneHead.tsx';
import { isUnfiltered } from '../results/result-list.ts';
import type { ResultRows } from '../results/use-rows.ts';

export function useRowPosition(
  { rows, firstRank, total, view }: ResultRows,
  ordinal: number,
): { readonly position: ListPosition | null; readonly step: (by: 1 | -1) => void } {
  const address = useAddress(subscriptionsAddress);
  const index = rows.findIndex((row) => row.ordinal === ordinal);
  const suffix = isUnfiltered(view) ? 'loaded' : 'listed';
  return {
    position: index === -1 ? null : { at: firstRank + index + 1, total, suffix },
    step(by) {
      const next = index === -1 ? undefined : rows[index + by];
      if (next !== undefined) address.change({ row: next.ordinal }, { replace: true });
    },
  };
}
