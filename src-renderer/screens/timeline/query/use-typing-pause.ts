/** Calls back when typing pauses, so that a mistake is shown even while the caret is in its word. */
import { useEffect, useEffectEvent } from 'react';
import { useStores } from '../../../stores/use-stores.ts';
import type { QueryState } from './query-editing.ts';

/** Long enough not to report a mistake in the middle of a word. */
const DEBOUNCE_MS = 800;

/** @param isEnabled true if the text starts no known name and so cannot become valid by itself */
export function useTypingPause(state: QueryState, isEnabled: boolean, onPause: () => void): void {
  const { clock } = useStores();
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    if (!isEnabled || state.draft === '' || state.isChecked) return undefined;
    return clock.after(DEBOUNCE_MS, () => pause());
  }, [clock, isEnabled, state]);
}
