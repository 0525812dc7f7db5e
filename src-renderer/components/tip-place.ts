/** Where a tip or what opens stands: beside what it is about, on its other side where there is no room, always on the page. */

export type TipSide = 'bottom' | 'right';
/** Below, beginning with its left edge or ending with its right one. */
export type Side = TipSide | 'bottom-start' | 'bottom-end';

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Between it and what it is about, and to the edge of the page. */
const ROOM = 5;

export function placeBeside(side: Side, about: Box, tip: Size, page: Size): { left: number; top: number } {
  if (side === 'right') {
    return {
      left: behind(about.left, about.width, tip.width, page.width),
      top: within(about.top + (about.height - tip.height) / 2, tip.height, page.height),
    };
  }
  const share = side === 'bottom' ? 0.5 : side === 'bottom-end' ? 1 : 0;
  return {
    left: within(about.left + (about.width - tip.width) * share, tip.width, page.width),
    top: behind(about.top, about.height, tip.height, page.height),
  };
}

function behind(start: number, length: number, tip: number, page: number): number {
  const [after, before] = [start + length + ROOM, start - ROOM - tip];
  return within(after + tip + ROOM > page && before >= ROOM ? before : after, tip, page);
}

function within(start: number, tip: number, page: number): number {
  return Math.max(ROOM, Math.min(start, page - tip - ROOM));
}
