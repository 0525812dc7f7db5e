/**
 * All lines have the same height, so a position is an index. The scroll position comes from scroll events only: reading
 * it after writing lines would force a layout in the same frame.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { GridAnchor, GridItem, GridLanding } from './grid-model.ts';

/** Lines drawn beyond the visible ones, and the step of that range, so that it does not change with each line. */
const OVERSCAN_LINES = 12;
const OVERSCAN_STEP = 8;

export interface GridLinesOptions {
  readonly items: readonly GridItem<unknown>[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Total of the complete list; if it grows, more lines may be loadable at the end. */
  readonly total: number | null;
  readonly rowPx: number;
  /** Height of the head and status line, which cover lines scrolled past. */
  readonly topPx: number;
  readonly isPaused: boolean;
  readonly cursor: string | null;
  readonly landing: GridLanding | null;
  readonly onNear: ((side: 'start' | 'end') => void) | undefined;
  readonly onAnchor: ((anchor: GridAnchor | null) => void) | undefined;
}

export function useGridLines(options: GridLinesOptions) {
  const { items, scroller, total, rowPx, topPx, isPaused, cursor, landing, onNear, onAnchor } = options;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this hook returns
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => items[index]?.key ?? index,
    paddingStart: topPx,
    overscan: OVERSCAN_LINES,
    // While paused, lines added above shift the scroll position by their height; lines added below never do.
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
    // The scroll event comes before the next frame, but new lines may arrive before it.
    virtual.scrollOffset = element.scrollTop;
  }

  // Keeps the lines in place when the row height changes.
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
      // The line may arrive with the next items.
      if (index === -1) return;
      scrollTo(index * rowPx - (landing.offset ?? (viewPx - rowPx) / 2));
    } else scrollTo(landing.at === 'start' ? 0 : topPx + items.length * rowPx);
    landed.current = landing;
  });

  // After a hold ends, scrolls to the newest line.
  const wasPaused = useRef(isPaused);
  useLayoutEffect(() => {
    if (wasPaused.current && !isPaused && landed.current === landing) scrollTo(0);
    wasPaused.current = isPaused;
  });

  const shownCursor = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (cursor === shownCursor.current) return;
    const index = cursor === null ? -1 : items.findIndex(({ key }) => key === cursor);
    // The line may arrive with the next items. Once shown, the user may scroll away from it.
    if (cursor !== null && (index === -1 || viewPx === 0)) return;
    shownCursor.current = cursor;
    if (cursor === null) return;
    const above = index * rowPx;
    if (above < top()) scrollTo(above);
    else if (above + rowPx > top() + viewPx) scrollTo(above + rowPx - viewPx);
  });

  // The callbacks are new in each render; that must not trigger another call.
  const callbacks = useRef({ onNear, onAnchor });
  callbacks.current = { onNear, onAnchor };
  const range = virtual.range;
  useEffect(() => {
    if (items.length === 0) return;
    // Uses the scroll position, because the range lags a landing by one frame.
    const first = Math.floor((virtual.scrollOffset ?? 0) / rowPx);
    if (first < 2 * inView) callbacks.current.onNear?.('start');
    if (items.length - (first + inView) < 2 * inView) callbacks.current.onNear?.('end');
  }, [virtual, items, total, range?.startIndex, range?.endIndex, rowPx, inView]);

  const { isScrolling } = virtual;
  useEffect(() => {
    if (isScrolling) return;
    callbacks.current.onAnchor?.(gridAnchorAt(items, virtual.scrollOffset ?? 0, rowPx));
    // Reports only scroll positions, not items that arrive without scrolling.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isScrolling]);

  // Index of the first drawn line, index after the last one, and lines that fit.
  return { from, to, inView };
}

export function gridAnchorAt(items: readonly GridItem<unknown>[], top: number, rowPx: number): GridAnchor | null {
  const index = Math.ceil(top / rowPx);
  const item = items[index];
  return top <= 0 || item === undefined ? null : { key: item.key, offset: index * rowPx - top };
}
