/**
 * Loads data again whenever the board changes, one request at a time. An error keeps the last value; answers for
 * another key or watch are dropped.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { createLatestLoader } from './latest-loader.ts';
import { useStores, useWatch } from '../use-stores.ts';

export interface BoardQueryResult<T> {
  readonly value: T | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param queryKey identifies the query: equal keys are equal queries; null loads nothing */
export function useBoardQuery<T>(queryKey: string | null, load: (watch: WatchId) => Promise<T>): BoardQueryResult<T> {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const key = queryKey === null || watch === null ? null : `${watch} ${queryKey}`;
  const [result, setResult] = useState<{ queryKey: string; value: T | null; error: Error | null } | null>(null);
  const loadRef = useRef(load);
  useLayoutEffect(() => {
    loadRef.current = load;
  });
  const retrying = useRef<() => void>(() => undefined);

  useEffect(() => {
    // While the connection is lost nothing is requested; the effect runs again after it.
    if (key === null || watch === null || isLost) return undefined;
    const loader = createLatestLoader(
      (shown) => loadRef.current(shown),
      () => stores.now(),
      ({ value, error }) =>
        setResult((before) => ({
          queryKey: key,
          value: value ?? (before?.queryKey === key ? before.value : null),
          error: error ?? null,
        })),
    );
    loader.open(watch);
    loader.refresh();
    retrying.current = () => loader.refresh();
    const stop = stores.board.subscribe(() => loader.refresh());
    return () => {
      stop();
      loader.open(null);
    };
  }, [stores, key, watch, isLost]);

  const isCurrent = result !== null && result.queryKey === key;
  return {
    value: isCurrent ? result.value : null,
    error: isCurrent ? result.error : null,
    retry: () => retrying.current(),
  };
}
