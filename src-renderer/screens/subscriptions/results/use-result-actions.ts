import { useState } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { focusGrid } from '../../../grid/grid-focus.ts';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { RESULTS_GRID } from './results-grid.ts';
import type { NextPage } from './paging.ts';
import { type ShownSearch, shownSearch } from './shown-search.ts';
import { useStartSearch } from './use-start-search.ts';

export type ResultActions = ReturnType<typeof useResultActions>;

/** Removed without confirmation up to this number, the maximum of one page of the service. */
const MAX_ROWS_WITHOUT_CONFIRMATION = 1_000;

export function useResultActions({ search, listed }: ShownSearch, page: NextPage, unavailable: string | null) {
  const { subscriptions, searchDraft } = useStores();
  const address = useAddress(subscriptionsAddress);
  const isLoadHidden = useIsHidden('load-all');
  const can = (run: (search: SearchSummary) => void) => () => {
    if (search !== null && unavailable === null) run(search);
  };
  const startSearch = useStartSearch();
  const [removalCandidate, setToRemove] = useState<string | null>(null);
  // Removes the search whose rows are listed, even if a later query brought none.
  const removable = listed ?? search;
  function promptRemoval(): void {
    if (removable === null) return;
    const { id, rows, state } = removable;
    if (rows > MAX_ROWS_WITHOUT_CONFIRMATION || (rows > 0 && state.kind === 'loading')) setToRemove(id);
    else void remove(id);
  }
  async function remove(id: string): Promise<void> {
    const all = subscriptions.getState().searches ?? [];
    if (!(await subscriptions.remove(id))) return;
    const [subject, next] = [
      all.find((one) => one.id === id),
      shownSearch(
        all.filter((one) => one.id !== id),
        '',
        null,
      ),
    ];
    if (subject !== undefined && next.search !== null) searchDraft.replaceIfUnchanged(subject.body, next.search.body);
    address.change({ search: '', row: null, find: '', sort: '' }, { replace: true });
    // The menu that had the focus may be gone.
    focusGrid(RESULTS_GRID);
  }
  const isPaused = page.kind === 'loading' && page.isPaused;
  const hasNext = page.kind === 'ready' || page.kind === 'restart';
  const actions = {
    unavailable,
    isLoadHidden,
    startSearch,
    next: can(({ id, body }) =>
      page.kind === 'restart' && page.reason === 'stored' ? startSearch(body) : void subscriptions.next(id),
    ),
    loadAll: can(({ id }) => void subscriptions.load(id, 'go')),
    pause: can(({ id }) => void subscriptions.load(id, isPaused ? 'go' : 'pause')),
    cancel: (id: string) => void subscriptions.cancel(id),
    startOver: can(({ body }) => startSearch(body)),
    /** Removes immediately if little is lost; otherwise asks first. */
    remove: promptRemoval,
    /** Id of the search whose removal needs confirmation; null if there is none. */
    removalCandidate,
    decideRemoval: (isConfirmed: boolean) => {
      setToRemove(null);
      if (isConfirmed && removalCandidate !== null) void remove(removalCandidate);
    },
    dismissRefusal: () => subscriptions.clearError(),
  };
  const none = search === null ? 'No search yet' : null;
  useCommands([
    {
      id: 'searches.next',
      title: 'Fetch the next page',
      group: 'List',
      keys: ['N'],
      unavailable: none ?? unavailable ?? (hasNext ? null : 'There is no next page now'),
      run: actions.next,
    },
    {
      id: 'searches.pause',
      title: isPaused ? 'Continue loading' : 'Pause loading',
      group: 'List',
      keys: ['P'],
      unavailable: page.kind === 'loading' ? unavailable : 'Nothing is loading',
      run: actions.pause,
    },
    {
      id: 'searches.cancel',
      title: 'Cancel the request or loading',
      group: 'List',
      unavailable: page.kind === 'loading' || page.kind === 'asking' ? null : 'No request is running',
      run: () => search !== null && actions.cancel(search.id),
    },
    {
      id: 'searches.remove',
      title: 'Remove the shown search with its rows',
      group: 'List',
      unavailable: none,
      run: actions.remove,
    },
    {
      id: 'searches.start-over',
      title: 'Repeat the shown search',
      group: 'List',
      unavailable: none ?? unavailable,
      run: actions.startOver,
    },
    ...(isLoadHidden
      ? []
      : [
          {
            id: 'searches.load-all',
            title: 'Load all subscriptions of the search',
            group: 'List' as const,
            unavailable: none ?? unavailable ?? (hasNext ? null : 'There is nothing more to load now'),
            run: actions.loadAll,
          },
        ]),
  ]);
  return actions;
}
