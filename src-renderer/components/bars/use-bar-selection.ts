import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type BarSelection, barAt, movedSelection, clampedSelection } from './bar-selection.ts';

interface BarKeys {
  readonly edges: readonly number[];
  readonly zoomIn: (choice: BarSelection) => void;
}

/** Smaller movements are a click, not a drag. */
const DRAG_THRESHOLD_PX = 4;

export function useBarSelection({ edges, zoomIn }: BarKeys) {
  const count = Math.max(0, edges.length - 1);
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<BarSelection | null>(null);
  const drag = useRef<{ readonly x: number; readonly bar: number; hasMoved: boolean } | null>(null);

  function barUnder({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    return barAt(edges, width === 0 ? 0 : (clientX - left) / width);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || count === 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, bar: barUnder(event), hasMoved: false };
      setChosen(null);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (count === 0) return;
      const bar = barUnder(event);
      setPointed(bar);
      const from = drag.current;
      if (from === null) return;
      from.hasMoved ||= Math.abs(event.clientX - from.x) >= DRAG_THRESHOLD_PX;
      if (from.hasMoved) setChosen({ anchor: from.bar, head: bar });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = drag.current;
      drag.current = null;
      if (from?.hasMoved !== true) return;
      setChosen(null);
      zoomIn({ anchor: from.bar, head: barUnder(event) });
    },
    onPointerCancel() {
      drag.current = null;
      setChosen(null);
    },
    onPointerLeave: () => setPointed(null),
    onKeyDown(event: KeyboardEvent) {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (by !== 0) setChosen(movedSelection(clampedSelection(chosen, count), by, event.shiftKey, count));
      else if (event.key === 'Home' || event.key === 'End') {
        const head = event.key === 'Home' ? 0 : Math.max(0, count - 1);
        setChosen(count === 0 ? null : { anchor: event.shiftKey ? (chosen?.anchor ?? head) : head, head });
      } else if (event.key === 'Enter' && chosen !== null) {
        setChosen(null);
        zoomIn(chosen);
      } else if (event.key === 'Escape' && (chosen !== null || drag.current !== null)) {
        drag.current = null;
        setChosen(null);
      } else return;
      event.preventDefault();
    },
    onBlur: () => setChosen(null),
  };
  const validSelection = clampedSelection(chosen, count);
  const isPointed = pointed !== null && pointed < count;
  return {
    chosen: validSelection,
    meant: validSelection ?? (isPointed ? { anchor: pointed, head: pointed } : null),
    handlers,
  };
}
