/**
 * Loads data again whenever the board changes, one request at a time. An error keeps the last value; answers for
 * another key or watch are dropped.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { createLatestLoader } from './latest-loader.ts';
import { useStores, useWatch } from './use-stores.ts';

export interface BoardQueryResult<T> {
  /** `null` until the first answer. */
  readonly value: T | null;
  /** Error of the last request; null if it succeeded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param of identifies the query: equal keys are equal queries; null loads nothing */
export function useBoardQuery<T>(of: string | null, ask: (watch: WatchId) => Promise<T>): BoardQueryResult<T> {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const key = of === null || watch === null ? null : `${watch} ${of}`;
  const [answer, setAnswer] = useState<{ of: string; value: T | null; error: Error | null } | null>(null);
  const asking = useRef(ask);
  useLayoutEffect(() => {
    asking.current = ask;
  });
  const retrying = useRef<() => void>(() => undefined);

  useEffect(() => {
    // While the connection is lost nothing is requested; the effect runs again after it.
    if (key === null || watch === null || isLost) return undefined;
    const reading = createLatestLoader(
      (shown) => asking.current(shown),
      () => stores.now(),
      ({ value, error }) =>
        setAnswer((before) => ({
          of: key,
          value: value ?? (before?.of === key ? before.value : null),
          error: error ?? null,
        })),
    );
    reading.open(watch);
    reading.refresh();
    retrying.current = () => reading.refresh();
    const stop = stores.board.subscribe(() => reading.refresh());
    return () => {
      stop();
      reading.open(null);
    };
  }, [stores, key, watch, isLost]);

  const isOfThis = answer !== null && answer.of === key;
  return {
    value: isOfThis ? answer.value : null,
    error: isOfThis ? answer.error : null,
    retry: () => retrying.current(),
  };
}
