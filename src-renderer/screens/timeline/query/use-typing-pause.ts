/** Notices that nobody writes any more: then a mistake is said also where the caret is still in its word. */
import { useEffect, useEffectEvent } from 'react';
import { useStores } from '../../../stores/use-stores.ts';
import type { QueryState } from './query-editing.ts';

/** Long enough that nobody is told of a mistake in the middle of a word. */
const DEBOUNCE_MS = 800;

/** @param isEnabled what was written begins nothing that is there: it will not become right by itself. */
export function useTypingPause(state: QueryState, isEnabled: boolean, onPause: () => void): void {
  const { clock } = useStores();
  const rest = useEffectEvent(onPause);
  useEffect(() => {
    if (!isEnabled || state.draft === '' || state.isChecked) return undefined;
    return clock.after(DEBOUNCE_MS, () => rest());
  }, [clock, isEnabled, state]);
}
