/** Sets the caret to the position in the query state and scrolls it into view within its frame. */
import { type RefObject, useLayoutEffect } from 'react';
import type { QueryState } from './query-editing.ts';

interface Caret {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: RefObject<HTMLElement | null>;
  readonly state: QueryState;
  readonly isFocused: boolean;
}

export function useCaret({ input, box, state, isFocused }: Caret): void {
  // Moves the caret after an input such as an accepted suggestion, but never changes a selection of the user.
  useLayoutEffect(() => {
    const { caret } = state;
    const field = input.current;
    if (field === null || document.activeElement !== field || field.selectionStart !== field.selectionEnd) return;
    if (field.selectionStart !== caret) field.setSelectionRange(caret, caret);
  }, [input, state]);

  // Scrolls to the caret, or to the chip that keys act on.
  useLayoutEffect(() => {
    const frame = box.current;
    const target = frame?.querySelector('[data-current=true]') ?? frame?.querySelector('[data-caret]');
    if (frame == null || target == null || !isFocused) return;
    const [seen, there] = [frame.getBoundingClientRect(), target.getBoundingClientRect()];
    const margin = seen.width / 8;
    if (there.right > seen.right - margin) frame.scrollBy({ left: there.right - seen.right + margin });
    else if (there.left < seen.left) frame.scrollBy({ left: there.left - seen.left - margin });
  });
}
