/** Loads one value of the shown watch for a component. The answer to an earlier key is dropped. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import { useStores, useWatch } from '../use-stores.ts';

export interface WatchQuery<T> {
  /** Answer for the present key; null until it arrives. */
  readonly value: T | null;
  /** Set if the newest load for this key failed. An earlier value stays. */
  readonly error: Error | null;
  /** Newest answer of this watch for any key. */
  readonly last: T | null;
  readonly retry: () => void;
}

interface WatchQueryOptions {
  /** Waits until the key has not changed for so long. */
  readonly pauseMs?: number;
  /** A new value is a reason to load again. */
  readonly revision?: unknown;
}

interface LoadContext<T> {
  readonly watch: WatchId;
  /** Shows a value before the load ends. Ignored after `signal` aborts. */
  readonly update: (value: T) => void;
  readonly signal: AbortSignal;
}

interface Result<T> {
  readonly watch: WatchId;
  readonly key: string;
  readonly value: T | null;
  readonly error: Error | null;
}

/**
 * Loads again when the connection returns. Loads nothing while `key` is null, no watch is shown or the backend does not
 * answer.
 *
 * @param load resolves with the value; null if `update` was called with it
 */
export function useWatchQuery<T>(
  key: string | null,
  load: (context: LoadContext<T>) => Promise<T | null>,
  { pauseMs = 0, revision }: WatchQueryOptions = {},
): WatchQuery<T> {
  const { clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const [result, setResult] = useState<Result<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent(load);
  useEffect(() => {
    if (watch === null || key === null || !isOpen) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const settle = (next: Pick<Result<T>, 'error'> & Partial<Result<T>>) => {
      if (signal.aborted) return;
      setResult((before) => {
        const value = before?.watch === watch && before.key === key ? before.value : null;
        return { watch, key, value, ...next };
      });
    };
    const update = (value: T) => settle({ value, error: null });
    const query = () =>
      void start({ watch, update, signal }).then(
        (value) => value !== null && update(value),
        (error: unknown) => settle({ error: asError(error) }),
      );
    const stop = pauseMs === 0 ? query() : clock.after(pauseMs, query);
    return () => {
      stop?.();
      abort.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new revision or attempt loads again
  }, [clock, watch, key, pauseMs, isOpen, revision, attempt]);
  const last = result?.watch === watch ? result : null;
  const current = last?.key === key ? last : null;
  return {
    value: current?.value ?? null,
    error: current?.error ?? null,
    last: last?.value ?? null,
    retry: () => setAttempt(attempt + 1),
  };
}
