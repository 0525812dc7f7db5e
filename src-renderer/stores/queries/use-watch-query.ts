/** Loads one value of the shown watch for a component. The answer to an earlier key is dropped. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { useStores, useWatch } from '../use-stores.ts';
import { createLatestLoader } from '../loading/latest-loader.ts';

export interface WatchQuery<T> {
  readonly value: T | null;
  /** Set if the newest load for this key failed. An earlier value stays. */
  readonly error: Error | null;
  /** Newest answer of this watch for any key. */
  readonly last: T | null;
  readonly retry: () => void;
}

interface WatchQueryOptions {
  readonly pauseMs?: number;
  /** A new value loads again, after a load that is under way. */
  readonly revision?: unknown;
}

interface LoadContext<T> {
  readonly watch: WatchId;
  /** Changes the value before the load ends; `before` is that of the same key. Ignored after `signal` aborts. */
  readonly update: (change: (before: T | null) => T) => void;
  readonly signal: AbortSignal;
}

interface Result<T> {
  readonly watch: WatchId;
  readonly key: string;
  readonly value: T | null;
  readonly error: Error | null;
}

/** Loads nothing while `key` is null or the backend does not answer. `load` resolves to null if it called `update`. */
export function useWatchQuery<T>(
  key: string | null,
  load: (context: LoadContext<T>) => Promise<T | null>,
  { pauseMs = 0, revision }: WatchQueryOptions = {},
): WatchQuery<T> {
  const { clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const [result, setResult] = useState<Result<T> | null>(null);
  const start = useEffectEvent(load);
  const applied = useRef(revision);
  const applyRevision = useEffectEvent(() => {
    applied.current = revision;
  });
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (watch === null || key === null || !isOpen) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const settle = (error: Error | null, change: (before: T | null) => T | null) => {
      if (signal.aborted) return;
      setResult((before) => {
        const value = before?.watch === watch && before.key === key ? before.value : null;
        return { watch, key, value: change(value), error };
      });
    };
    const update = (change: (before: T | null) => T) => settle(null, change);
    const loader = createLatestLoader(
      (shown) => start({ watch: shown, update, signal }),
      () => 0,
      ({ value, error }) => {
        if (error != null) settle(error, (before) => before);
        else if (value != null) update(() => value);
      },
    );
    loader.open(watch);
    // A new revision is part of the first load if it arrives with the key or during the pause.
    applyRevision();
    const begin = () => {
      refresh.current = () => loader.refresh();
      loader.refresh();
    };
    const stop = pauseMs === 0 ? begin() : clock.after(pauseMs, begin);
    return () => {
      stop?.();
      refresh.current = () => undefined;
      loader.open(null);
      abort.abort();
    };
  }, [clock, watch, key, pauseMs, isOpen]);
  useEffect(() => {
    if (applied.current !== revision) refresh.current();
    applied.current = revision;
  }, [revision]);
  const last = result?.watch === watch ? result : null;
  const current = last?.key === key ? last : null;
  return {
    value: current?.value ?? null,
    error: current?.error ?? null,
    last: last?.value ?? null,
    retry: () => {
      setResult((before) => before && { ...before, error: null });
      refresh.current();
    },
  };
}
