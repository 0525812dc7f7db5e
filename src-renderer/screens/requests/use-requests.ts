import { useMemo } from 'react';
import type { CaseSummary } from '../../../src-shared/api/cases.ts';
import type { RequestsAddress } from '../../address/screen-addresses.ts';
import { showsPreviousQuery } from '../../lists/list-state.ts';
import { useIsLate } from '../../grid/use-is-late.ts';
import { useList } from '../../grid/use-list.ts';
import { caseSource, listedRequests, type Cases } from '../../stores/queries/case-source.ts';
import { useBoard, useStores, useWatch } from '../../stores/use-stores.ts';

export const REQUESTS_GRID = 'requests';
const PAGE_ROWS = 100;

export type Requests = ReturnType<typeof useRequests>;

const NO_ROWS: readonly CaseSummary[] = [];

export function useRequests(address: Pick<RequestsAddress, 'find' | 'group'>) {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const board = useBoard((state) => (state.board === null ? '' : `${state.board.upTo} ${state.board.at}`));
  const source = useMemo(() => caseSource(backend, PAGE_ROWS), [backend]);
  const { list, state } = useList(
    source,
    watch === null ? null : { watch, ...listedRequests(address), sort: 'newest' },
    board,
  );
  const isOfBefore = showsPreviousQuery<Cases>(source.rules, state);
  const isLate = useIsLate(isOfBefore);
  const hasFailed = isOfBefore && state.phase.kind === 'failed';
  return {
    list,
    state,
    /** Excludes rows of the previous filter if the shown filter could not be read. */
    rows: hasFailed ? NO_ROWS : state.window.lines,
    /** True if rows and counts of the previous filter are not shown as current. */
    isOutdated: hasFailed || isLate,
  };
}
