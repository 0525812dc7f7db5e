/** Keeps the caret of the field where the query says it is, and in view: the line scrolls within its frame. */
import { type RefObject, useLayoutEffect } from 'react';
import type { QueryState } from './query-editing.ts';

interface Caret {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly box: RefObject<HTMLElement | null>;
  readonly state: QueryState;
  readonly isFocused: boolean;
}

export function useCaret({ input, box, state, isFocused }: Caret): void {
  // Where it was put by what was taken, and never against the reader's own.
  useLayoutEffect(() => {
    const { caret } = state;
    const field = input.current;
    if (field === null || document.activeElement !== field || field.selectionStart !== field.selectionEnd) return;
    if (field.selectionStart !== caret) field.setSelectionRange(caret, caret);
  }, [input, state]);

  // The caret, or the chip that keys act on.
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
