import { useEffect, useEffectEvent } from 'react';
import { useStores } from '../use-stores.ts';

/** About the time between two keys of a fast typist. */
export const TYPING_PAUSE_MS = 200;
/** A user who steps from row to row leaves each sooner, so those rows cause no request. */
export const STEPPING_PAUSE_MS = 400;

/** Calls `act` once `key` has not changed for `ms`. Does nothing while `key` is null. */
export function useDebounced(key: unknown, ms: number, act: () => void): void {
  const { clock } = useStores();
  const run = useEffectEvent(act);
  useEffect(() => (key === null ? undefined : clock.after(ms, () => run())), [clock, ms, key]);
}
