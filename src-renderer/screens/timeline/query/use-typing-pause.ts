/** Calls back when typing pauses, so that a mistake is shown even while the caret is in its word. */
import { useDebounced } from '../../../stores/queries/use-debounced.ts';
import type { QueryState } from './query-editing.ts';

/** Long enough not to report a mistake in the middle of a word. */
const DEBOUNCE_MS = 800;

/** @param isEnabled true if the text starts no known name and so cannot become valid by itself */
export function useTypingPause(state: QueryState, isEnabled: boolean, onPause: () => void): void {
  const isTyping = isEnabled && state.draft !== '' && !state.isChecked;
  useDebounced(isTyping ? state : null, DEBOUNCE_MS, onPause);
}
