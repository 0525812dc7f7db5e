import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores, useWatch } from '../stores/use-stores.ts';
import type { ListSource, ListTypes } from '../lists/list.ts';
import type { ListState } from '../lists/list-state.ts';
import { createList, type List } from '../lists/list-store.ts';

/**
 * Requests nothing while the connection is lost. `query` null reads nothing. `news` changes when rows may have changed.
 */
export function useList<T extends ListTypes>(
  source: ListSource<T>,
  query: T['query'] | null,
  news: unknown = null,
): { readonly list: List<T>; readonly state: ListState<T> } {
  const { clock } = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const [list] = useState(() => createList(source, clock));
  const key = query === null ? null : source.rules.queryKey(query);
  useEffect(() => {
    if (query === null) list.close();
    else if (!isLost) {
      list.setQuery(query);
      list.retry();
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- equal keys are equal queries
  }, [list, key, isLost]);
  const applied = useRef(news);
  useEffect(() => {
    if (applied.current !== news) list.changed();
    applied.current = news;
  }, [list, news]);
  useEffect(() => () => list.close(), [list]);
  return { list, state: useStore(list) };
}
