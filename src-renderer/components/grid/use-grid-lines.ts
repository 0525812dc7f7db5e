/**
 * Which lines are drawn and where the list stands. All lines have one height, so that a place is an index. The place is
 * known from scroll events alone: reading it after lines were written would lay everything out in the same frame.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { GridAnchor, GridItem, GridLanding } from './grid-model.ts';

/** Lines drawn beyond those in view, and in steps of how many: what is drawn changes once in a step, not at each line. */
const OVERSCAN_LINES = 12;
const OVERSCAN_STEP = 8;

export interface GridLinesOptions {
  readonly items: readonly GridItem<unknown>[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Of the whole list: where it grows, there may be lines to ask for behind the last. */
  readonly total: number | null;
  readonly rowPx: number;
  /** What stands above the first line and covers those that are scrolled past. */
  readonly topPx: number;
  readonly isPaused: boolean;
  readonly cursor: string | null;
  readonly landing: GridLanding | null;
  readonly onNear: ((side: 'start' | 'end') => void) | undefined;
  readonly onAnchor: ((anchor: GridAnchor | null) => void) | undefined;
}

export interface GridLines {
  /** Indexes of the first that is drawn and of the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** How many lines fit into view. */
  readonly inView: number;
}

export function useGridLines(place: GridLinesOptions): GridLines {
  const { items, scroller, total, rowPx, topPx, isPaused, cursor, landing, onNear, onAnchor } = place;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this hook returns
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => items[index]?.key ?? index,
    paddingStart: topPx,
    overscan: OVERSCAN_LINES,
    // Lines added above move the place by as much, found by key; lines behind the last never do.
    anchorTo: isPaused ? 'end' : 'start',
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const from = Math.max(0, Math.floor((startIndex - OVERSCAN_LINES) / OVERSCAN_STEP) * OVERSCAN_STEP);
      const to = Math.min(count, Math.ceil((endIndex + 1 + OVERSCAN_LINES) / OVERSCAN_STEP) * OVERSCAN_STEP);
      return Array.from({ length: to - from }, (_, index) => from + index);
    },
  });
  const drawn = virtual.getVirtualItems();
  const [from, to] = [drawn[0]?.index ?? 0, (drawn.at(-1)?.index ?? -1) + 1];
  const viewPx = Math.max(0, (virtual.scrollRect?.height ?? 0) - topPx);
  const inView = Math.max(1, Math.floor(viewPx / rowPx));
  const top = () => virtual.scrollOffset ?? 0;

  useEffect(() => virtual.measure(), [virtual, rowPx, topPx]);

  function scrollTo(px: number): void {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = px;
    // The event comes before the next frame, but lines may come before it.
    virtual.scrollOffset = element.scrollTop;
  }

  // Lines that are higher than before stand where they stood.
  const rowBefore = useRef(rowPx);
  useLayoutEffect(() => {
    if (rowBefore.current !== rowPx) scrollTo((top() * rowPx) / rowBefore.current);
    rowBefore.current = rowPx;
  });

  const landed = useRef<GridLanding | null>(null);
  useLayoutEffect(() => {
    if (landing === null || landing === landed.current || scroller.current === null) return;
    if (landing.at === 'key') {
      const index = items.findIndex(({ key }) => key === landing.key);
      // It may come with the next lines.
      if (index === -1) return;
      scrollTo(index * rowPx - (landing.offset ?? (viewPx - rowPx) / 2));
    } else scrollTo(landing.at === 'start' ? 0 : topPx + items.length * rowPx);
    landed.current = landing;
  });

  // What is followed again is followed from the newest line on.
  const held = useRef(isPaused);
  useLayoutEffect(() => {
    if (held.current && !isPaused && landed.current === landing) scrollTo(0);
    held.current = isPaused;
  });

  const shownCursor = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (cursor === shownCursor.current) return;
    const index = cursor === null ? -1 : items.findIndex(({ key }) => key === cursor);
    // It may come with the next lines; once it was shown, the reader may scroll away from it.
    if (cursor !== null && (index === -1 || viewPx === 0)) return;
    shownCursor.current = cursor;
    if (cursor === null) return;
    const above = index * rowPx;
    if (above < top()) scrollTo(above);
    else if (above + rowPx > top() + viewPx) scrollTo(above + rowPx - viewPx);
  });

  // Made anew with each render of whoever listens, which is no reason to tell it again.
  const tell = useRef({ onNear, onAnchor });
  tell.current = { onNear, onAnchor };
  const range = virtual.range;
  useEffect(() => {
    if (items.length === 0) return;
    // Not of the range, which follows a landing by a frame.
    const first = Math.floor((virtual.scrollOffset ?? 0) / rowPx);
    if (first < 2 * inView) tell.current.onNear?.('start');
    if (items.length - (first + inView) < 2 * inView) tell.current.onNear?.('end');
  }, [virtual, items, total, range?.startIndex, range?.endIndex, rowPx, inView]);

  const { isScrolling } = virtual;
  useEffect(() => {
    if (isScrolling) return;
    tell.current.onAnchor?.(gridAnchorAt(items, virtual.scrollOffset ?? 0, rowPx));
    // Only what is scrolled to is told, not what comes while nothing is scrolled.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isScrolling]);

  return { from, to, inView };
}

export function gridAnchorAt(items: readonly GridItem<unknown>[], top: number, rowPx: number): GridAnchor | null {
  const index = Math.ceil(top / rowPx);
  const item = items[index];
  return top <= 0 || item === undefined ? null : { key: item.key, offset: index * rowPx - top };
}
