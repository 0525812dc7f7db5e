/**
 * Loads the rows around the view. Scrolling loads more from the store and, at the end of the loaded rows, from the
 * service. The history entry stores the position.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { useHistoryPosition } from '../../../address/use-address.ts';
import type { GridAnchor, GridInteraction } from '../../../lists/grid/grid-model.ts';
import { windowEnd } from '../../../stores/subscriptions/rows-window.ts';
import { isUnfiltered } from '../../../stores/subscriptions/subscription-rows.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { asRecord } from '../../../../src-shared/lib/as-record.ts';
import { shouldLoadNextPage } from './paging.ts';
import { revisionOf } from './shown-search.ts';
import type { ShownResults } from './use-shown-search.ts';

interface RowsOptions {
  readonly shown: ShownResults;
  readonly columns: readonly string[];
  readonly row: number | null;
  readonly unavailable: string | null;
}
interface RowsHandlers {
  readonly onNear: (side: 'start' | 'end') => void;
  readonly onAnchor: (anchor: GridAnchor | null) => void;
  readonly onInteraction: (attention: GridInteraction) => void;
}

export function useRows({ shown, columns, row, unavailable }: RowsOptions): RowsHandlers {
  const stores = useStores();
  const { subscriptions, subscriptionRows } = stores;
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const [stored, keep] = useHistoryPosition<unknown>();
  const { search, listed, find, sort } = shown;
  const [id, rows, revision] = listed === null ? [null, 0, ''] : [listed.id, listed.rows, revisionOf(listed)];
  useLayoutEffect(() => {
    const watch = subscriptions.watch();
    if (id === null || watch === null) subscriptionRows.setQuery(null, { rows: 0, revision: '' });
    else {
      const [rank, offset] = isUnfiltered({ find, sort }) ? initialPosition({ stored, row }, id, rows) : [0, null];
      subscriptionRows.setQuery({ watch, search: id, find, sort, columns }, { rows, revision }, rank, offset);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the start position is read once for each search
  }, [subscriptions, subscriptionRows, id, rows, revision, find, sort, columns]);
  // Stops loading when the screen closes. The next visit starts at the stored position.
  useEffect(() => () => subscriptionRows.setQuery(null, { rows: 0, revision: '' }), [subscriptionRows]);
  useEffect(() => {
    if (isOpen) subscriptionRows.retry();
  }, [subscriptionRows, isOpen]);

  const isScrolled = useRef(false);
  const requested = useRef<{ readonly id: string; readonly pages: number } | null>(null);
  function requestPage(target: SearchSummary): void {
    if (!isScrolled.current || unavailable !== null || !shouldLoadNextPage(target, requested.current, stores.now()))
      return;
    requested.current = { id: target.id, pages: target.pages };
    void subscriptions.next(target.id);
  }
  return {
    onInteraction: (attention) => {
      isScrolled.current = attention.isScrolled;
    },
    onNear(side) {
      const { window, query } = subscriptionRows.getState();
      if (side === 'start' || windowEnd(window) < window.total) subscriptionRows.loadMore(side);
      else if (search !== null && search === listed && query !== null && isUnfiltered(query)) requestPage(search);
    },
    onAnchor(anchor) {
      const { window, query } = subscriptionRows.getState();
      const index = anchor === null ? 0 : window.rows.findIndex(({ ordinal }) => String(ordinal) === anchor.key);
      if (query !== null && index !== -1)
        keep({ search: query.search, rank: window.from + index, offset: anchor?.offset });
    },
  };
}

/**
 * Returns the stored position to the pixel, or centres the row that a link names. The stored value is validated,
 * because another version of the page may have written it.
 */
function initialPosition(
  { stored, row }: { stored: unknown; row: number | null },
  id: string,
  rows: number,
): readonly [rank: number, offset: number | null] {
  const { search, rank, offset } = asRecord(stored);
  if (search === id && typeof rank === 'number' && Number.isSafeInteger(rank) && rank > 0 && rank < rows)
    return [rank, typeof offset === 'number' ? offset : null];
  return [row !== null && row >= 1 && row <= rows ? row - 1 : 0, null];
}
