/** Where a tip stands: beside what it is about, on its other side where there is no room, and always on the page. */

export type TipSide = 'bottom' | 'right';

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Between the tip and what it is about, and between it and the edge of the page. */
const ROOM = 5;

export function tipPlace(side: TipSide, about: Box, tip: Size, page: Size): { left: number; top: number } {
  return side === 'bottom'
    ? {
        left: within(about.left + (about.width - tip.width) / 2, tip.width, page.width),
        top: behind(about.top, about.height, tip.height, page.height),
      }
    : {
        left: behind(about.left, about.width, tip.width, page.width),
        top: within(about.top + (about.height - tip.height) / 2, tip.height, page.height),
      };
}

function behind(start: number, length: number, tip: number, page: number): number {
  const [after, before] = [start + length + ROOM, start - ROOM - tip];
  return within(after + tip + ROOM > page && before >= ROOM ? before : after, tip, page);
}

function within(start: number, tip: number, page: number): number {
  return Math.max(ROOM, Math.min(start, page - tip - ROOM));
}
