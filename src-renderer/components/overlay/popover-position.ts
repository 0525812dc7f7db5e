/**
 * Computes the position of a tooltip or popover: next to its element, on the opposite side if there is no room, always
 * inside the page.
 */

export type TooltipSide = 'bottom' | 'right';
/** `bottom-start` aligns the left edges, `bottom-end` the right ones. */
export type PopoverSide = TooltipSide | 'bottom-start' | 'bottom-end';

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Distance to the element and to the edge of the page, in px. */
const SPACING_PX = 5;

export function positionNextTo(side: PopoverSide, anchor: Box, tip: Size, page: Size): { left: number; top: number } {
  if (side === 'right') {
    return {
      left: positionAfter(anchor.left, anchor.width, tip.width, page.width),
      top: clampToPage(anchor.top + (anchor.height - tip.height) / 2, tip.height, page.height),
    };
  }
  const share = side === 'bottom' ? 0.5 : side === 'bottom-end' ? 1 : 0;
  return {
    left: clampToPage(anchor.left + (anchor.width - tip.width) * share, tip.width, page.width),
    top: positionAfter(anchor.top, anchor.height, tip.height, page.height),
  };
}

function positionAfter(start: number, length: number, tip: number, page: number): number {
  const [after, before] = [start + length + SPACING_PX, start - SPACING_PX - tip];
  return clampToPage(after + tip + SPACING_PX > page && before >= SPACING_PX ? before : after, tip, page);
}

function clampToPage(start: number, tip: number, page: number): number {
  return Math.max(SPACING_PX, Math.min(start, page - tip - SPACING_PX));
}
