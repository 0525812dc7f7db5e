/** Notices that nobody writes any more: then a mistake is said also where the caret is still in its word. */
import { useEffect, useEffectEvent } from 'react';
import { useStores } from '../../../stores/use-stores.ts';
import type { QueryState } from './query-editing.ts';

/** Long enough that nobody is told of a mistake in the middle of a word. */
const REST_MS = 800;

/** @param mayRest what was written begins nothing that is there: it will not become right by itself. */
export function useRest(state: QueryState, mayRest: boolean, rested: () => void): void {
  const { clock } = useStores();
  const rest = useEffectEvent(rested);
  useEffect(() => {
    if (!mayRest || state.draft === '' || state.isChecked) return undefined;
    return clock.after(REST_MS, () => rest());
  }, [clock, mayRest, state]);
}
