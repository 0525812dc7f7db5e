/** Scrolling loads more from the store and, at the end of the loaded rows, from the service. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { usesFailures } from '../../../../src-shared/domain/rows-find.ts';
import { asRecord } from '../../../../src-shared/lib/as-record.ts';
import { useHistoryPosition } from '../../../address/use-address.ts';
import type { GridAnchor, GridInteraction, GridLanding } from '../../../grid/grid-model.ts';
import { createList } from '../../../lists/list-store.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import { shouldLoadNextPage } from './paging.ts';
import { isUnfiltered, resultSource } from './result-list.ts';
import { revisionOf } from './shown-search.ts';
import type { ShownResults } from './use-shown-search.ts';

export type ResultRows = ReturnType<typeof useRows>;

/** @param row ordinal that the address names */
export function useRows(
  { search, listed, find, sort }: ShownResults,
  columns: readonly string[],
  row: number | null,
  unavailable: string | null,
) {
  const stores = useStores();
  const { backend, clock, subscriptions } = stores;
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const [stored, keep] = useHistoryPosition<unknown>();
  const [list] = useState(() => createList(resultSource(backend), clock));
  const state = useStore(list);
  const isAll = isUnfiltered({ find, sort });
  const [id, loaded, revision] = listed === null ? [null, 0, ''] : [listed.id, listed.rows, revisionOf(listed)];
  const key = JSON.stringify([watch, id, find, sort]);
  /** Later rows and failures do not enter a sorted or filtered view until the user asks for them. */
  const [pinned, pin] = useState(() => ({ key, rows: loaded, at: stores.now() }));
  if (pinned.key !== key) pin({ key, rows: loaded, at: stores.now() });
  const upTo = isAll ? Number.MAX_SAFE_INTEGER : pinned.rows;
  const failures = usesFailures({ find, sort }) ? { failuresAt: pinned.at } : {};
  const query = watch === null || id === null ? null : { watch, search: id, find, sort, upTo, ...failures, columns };

  useLayoutEffect(() => {
    if (query === null) return list.close();
    list.open(query);
    const [rank, offset] = isAll ? initialPosition({ stored, row }, query.search, loaded) : [0, null];
    if (rank > 0) list.showAround(rank, offset);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the start position is read once for each search
  }, [list, key]);
  useEffect(() => () => list.close(), [list]);
  const applied = useRef({ key, columns, upTo, revision, loaded });
  useEffect(() => {
    const before = applied.current;
    applied.current = { key, columns, upTo, revision, loaded };
    if (query === null || before.key !== key) return;
    if (before.columns !== columns || before.upTo !== upTo) list.setQuery(query);
    // Added rows are read by scrolling, unless the window ends at the rows that were the last.
    else if (before.revision !== revision || (before.loaded !== loaded && !list.getState().window.hasAfter))
      list.changed();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key`, `columns` and `upTo` are the query
  }, [list, key, columns, upTo, revision, loaded]);
  useEffect(() => {
    if (isOpen) list.retry();
  }, [list, isOpen]);

  const { lines: rows, startCursor } = state.window;
  const firstRank = typeof startCursor === 'number' ? startCursor : 0;
  const landing = useMemo((): GridLanding | null => {
    if (state.landing?.at !== 'cursor') return state.landing;
    const { cursor, offset } = state.landing;
    const landed = typeof cursor === 'number' ? rows[cursor - firstRank] : undefined;
    return landed === undefined ? null : { at: 'key', key: String(landed.ordinal), offset };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a landing belongs to the rows it came with
  }, [state.landing]);

  const isScrolled = useRef(false);
  const requested = useRef<{ readonly id: string; readonly pages: number } | null>(null);
  function requestPage(target: SearchSummary): void {
    if (!isScrolled.current || unavailable !== null || !shouldLoadNextPage(target, requested.current, stores.now()))
      return;
    requested.current = { id: target.id, pages: target.pages };
    void subscriptions.next(target.id);
  }
  return {
    list,
    state,
    rows,
    firstRank,
    total: state.linesOf !== null && isUnfiltered(state.linesOf) ? loaded : (state.window.total ?? 0),
    view: { find, sort, upTo: isAll ? loaded : upTo, ...failures },
    /** Rows that were loaded since and are not in the view. */
    pendingCount: isAll ? 0 : Math.max(0, loaded - pinned.rows),
    showPending: () => pin({ key, rows: loaded, at: stores.now() }),
    landing,
    onInteraction: (attention: GridInteraction) => {
      isScrolled.current = attention.isScrolled;
    },
    onNear: (side: 'start' | 'end') => {
      const { window, phase } = list.getState();
      if (side === 'start' || window.hasAfter) list.extend(side);
      else if (isAll && search !== null && search === listed && phase.kind === 'ready') requestPage(search);
    },
    onAnchor: (anchor: GridAnchor | null) => {
      const index = anchor === null ? 0 : rows.findIndex(({ ordinal }) => String(ordinal) === anchor.key);
      const { query: shown } = list.getState();
      if (shown !== null && index !== -1)
        keep({ search: shown.search, rank: firstRank + index, offset: anchor?.offset });
    },
  };
}

/** To the pixel, or centred on the row of a link. Validated: another version may have written the stored position. */
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
