/**
 * Where in the timeline the reader is: an address that names an event brings the list there, and Back brings the place
 * that was left. What is clicked in the list moves nothing.
 */
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { TimelineAddress } from '../../address/screen-addresses.ts';
import { useHistoryPosition } from '../../address/use-address.ts';
import type { GridAnchor } from '../../components/grid/grid-model.ts';
import { showsPreviousFilter } from '../../stores/timeline-state.ts';
import { containsSeq } from '../../stores/timeline-window.ts';
import { useStores, useTimeline } from '../../stores/use-stores.ts';
import { seqOfLine } from './timeline-items.tsx';

/** `seq: null`: at the newest rows, whichever they are when the reader comes back. */
interface ReadingPosition {
  readonly seq: number | null;
  readonly offset: number;
}
const NEWEST: ReadingPosition = { seq: null, offset: 0 };

interface ReadingPositionHandlers {
  /** Of each place at which the list comes to rest. */
  readonly onAnchor: (anchor: GridAnchor | null) => void;
  /** Of each side on which few lines are left. */
  readonly onNear: (side: 'start' | 'end') => void;
}

/** @returns what is to be told. */
export function useReadingPosition({ filter, event, around }: TimelineAddress): ReadingPositionHandlers {
  const { timeline } = useStores();
  const [kept, keep] = useHistoryPosition<unknown>();
  const place = useMemo(() => parsePosition(kept), [kept]);
  const watch = useTimeline((state) => state.source?.watch ?? null);

  useLayoutEffect(() => timeline.setFilter(filter), [timeline, filter]);

  const before = useRef<{ watch: unknown; place: unknown; event: unknown; around: unknown } | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = watch === null ? null : { watch, place, event, around };
    if (watch === null) return;
    const isNew = was === null || was.watch !== watch;
    const { phase, window } = timeline.getState();
    if (place !== null && (isNew || place !== was.place)) {
      if (place.seq === null) timeline.showNewest();
      else timeline.showAround(place.seq, place.offset);
    } else if (event !== null && (isNew || event !== was.event)) {
      // Lines of the query before go as soon as there are others.
      if (isNew || showsPreviousFilter(timeline.getState()) || !containsSeq(window, event))
        timeline.showAround(event, null);
    } else if (around !== null && (isNew || around !== was.around)) timeline.showAround(around, null);
    else if (isNew) {
      keep(NEWEST);
      if (phase.kind === 'ready') timeline.showNewest();
    }
  }, [timeline, watch, place, keep, event, around]);

  return {
    onAnchor(anchor) {
      const { window } = timeline.getState();
      const seq = anchor === null ? null : seqOfLine(window.lines, anchor.key);
      keep(seq === null ? NEWEST : { seq, offset: anchor?.offset ?? 0 });
    },
    onNear(side) {
      // A list that is drawn again stands at its top until its place was asked for: rows read there push that place out.
      if (before.current === null) return;
      if (side === 'start') timeline.loadNewer();
      else timeline.loadOlder();
    },
  };
}

/** What was kept may be of another version of the page; a place that cannot be understood is none. */
function parsePosition(kept: unknown): ReadingPosition | null {
  if (typeof kept !== 'object' || kept === null || !('seq' in kept) || !('offset' in kept)) return null;
  const { seq, offset } = kept;
  if (typeof offset !== 'number' || !Number.isFinite(offset)) return null;
  if (seq === null) return { seq, offset };
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq > 0 ? { seq, offset } : null;
}
