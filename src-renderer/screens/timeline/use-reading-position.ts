/** An address with an event scrolls to it, and Back restores the position. A click in the list does not scroll. */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { TimelineAddress } from '../../address/screen-addresses.ts';
import { useHistoryPosition } from '../../address/use-address.ts';
import type { GridAnchor } from '../../grid/grid-model.ts';
import { showsPreviousFilter } from '../../stores/timeline/timeline-window.ts';
import { containsSeq } from '../../stores/timeline/timeline-window.ts';
import { useStores, useTimeline } from '../../stores/use-stores.ts';
import { seqOfLine } from './timeline-items.tsx';

/** `seq: null`: at the newest rows at the time of the return. */
interface ReadingPosition {
  readonly seq: number | null;
  readonly offset: number;
}
const NEWEST: ReadingPosition = { seq: null, offset: 0 };

interface ReadingPositionHandlers {
  /** Must be called with each position at which scrolling stops. */
  readonly onAnchor: (anchor: GridAnchor | null) => void;
  /** Must be called when few lines are left on a side. */
  readonly onNear: (side: 'start' | 'end') => void;
}

export function useReadingPosition({ filter, event, around }: TimelineAddress): ReadingPositionHandlers {
  const { timeline } = useStores();
  const [stored, keep] = useHistoryPosition<unknown>();
  const position = useMemo(() => parsePosition(stored), [stored]);
  const watch = useTimeline((state) => state.query?.watch ?? null);

  useLayoutEffect(() => timeline.setFilter(filter), [timeline, filter]);

  const before = useRef<{ watch: unknown; position: unknown; event: unknown; around: unknown } | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = watch === null ? null : { watch, position, event, around };
    if (watch === null) return;
    const isNew = was === null || was.watch !== watch;
    const { phase, window } = timeline.getState();
    if (position !== null && (isNew || position !== was.position)) {
      if (position.seq === null) timeline.show('start');
      else timeline.showAround(position.seq, position.offset);
    } else if (event !== null && (isNew || event !== was.event)) {
      // If the list still shows the previous query, its lines will be replaced, so scroll in any case.
      if (isNew || showsPreviousFilter(timeline.getState()) || !containsSeq(window, event))
        timeline.showAround(event, null);
    } else if (around !== null && (isNew || around !== was.around)) timeline.showAround(around, null);
    else if (isNew) {
      keep(NEWEST);
      if (phase.kind === 'ready') timeline.show('start');
    }
  }, [timeline, watch, position, keep, event, around]);

  return {
    onAnchor(anchor) {
      const { window } = timeline.getState();
      const seq = anchor === null ? null : seqOfLine(window.lines, anchor.key);
      keep(seq === null ? NEWEST : { seq, offset: anchor?.offset ?? 0 });
    },
    onNear(side) {
      // A list that is mounted again is at its top; loading rows there would remove the requested position.
      if (before.current === null) return;
      if (side === 'start') timeline.extend('start');
      else timeline.extend('end');
    },
  };
}

/** Validates the stored position, which another version of the page may have written; null if invalid. */
function parsePosition(stored: unknown): ReadingPosition | null {
  if (typeof stored !== 'object' || stored === null || !('seq' in stored) || !('offset' in stored)) return null;
  const { seq, offset } = stored;
  if (typeof offset !== 'number' || !Number.isFinite(offset)) return null;
  if (seq === null) return { seq, offset };
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0 ? { seq, offset } : null;
}
