/**
 * Something that is read again whenever the board says that there is news: one reading at a time, and what was read stays
 * where it cannot be read again. What belongs to another key, or another watch, is nobody's.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { createLatestLoader } from './latest-loader.ts';
import { useStores, useWatch } from './use-stores.ts';

export interface BoardQueryResult<T> {
  /** `null` until it was read. */
  readonly value: T | null;
  /** Why it could not be read last; `null` where it could. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param of what is read; `null`: nothing. Equal keys are equal questions. */
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
    // What cannot be read while nobody answers is read when somebody does.
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
