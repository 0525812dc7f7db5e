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

  useLayoutEffect(() => {
    const frame = box.current;
    const target = frame?.querySelector('[data-current=true]') ?? frame?.querySelector('[data-caret]');
    if (frame == null || target == null || !isFocused) return;
    const [visible, there] = [frame.getBoundingClientRect(), target.getBoundingClientRect()];
    const margin = visible.width / 8;
    if (there.right > visible.right - margin) frame.scrollBy({ left: there.right - visible.right + margin });
    else if (there.left < visible.left) frame.scrollBy({ left: there.left - visible.left - margin });
  });
}
