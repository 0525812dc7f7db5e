import type { FocusEvent } from 'react';

/** Distance to the anchor and to the edge of the page, in px. */
const SPACING_PX = 5;

export const FLOATING = {
  positionMethod: 'fixed',
  sideOffset: SPACING_PX,
  collisionPadding: SPACING_PX,
  collisionAvoidance: { side: 'flip', align: 'shift', fallbackAxisSide: 'none' },
} as const;

/** Handler of a panel: closes it when something else takes the focus, such as Ctrl+K, which it would otherwise cover. */
export function onFocusLeave(close: () => void) {
  return ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
    // The button itself closes it.
    if (relatedTarget.closest('[data-popup-open]') === null) close();
  };
}
