import { useMemo } from 'react';
import type { List } from '../../lists/list-store.ts';
import type { ListState } from '../../lists/list-state.ts';
import { useList } from '../../lists/use-list.ts';
import { caseSource, type Cases } from '../../stores/queries/case-source.ts';
import { useBoard, useStores, useWatch } from '../../stores/use-stores.ts';

export const REQUESTS_GRID = 'requests';
const PAGE_ROWS = 100;

export interface Requests {
  readonly list: List<Cases>;
  readonly state: ListState<Cases>;
}

/** The requests of the shown watch that match the words, read again when the board changes. */
export function useRequests(find: string): Requests {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const board = useBoard((state) => (state.board === null ? '' : `${state.board.upTo} ${state.board.at}`));
  return useList(
    useMemo(() => caseSource(backend, PAGE_ROWS), [backend]),
    watch === null ? null : { watch, kind: 'request', of: 'all', cause: null, find, since: null, sort: 'newest' },
    board,
  );
}
