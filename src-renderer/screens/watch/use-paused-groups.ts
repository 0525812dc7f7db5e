/** Pauses the list while the pointer moves over it or the keyboard focus is in it. */
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { usePointing } from '../../lists/grid/use-pointing.ts';
import { useStores } from '../../stores/use-stores.ts';
import { type PausedGroups, pausedGroups } from './paused-groups.ts';

/** A pointer that rests this long no longer pauses the list. Otherwise a storm could wait for days. */
const POINTER_TIMEOUT_MS = 30_000;

interface PausedList extends PausedGroups {
  readonly pauseReason: 'pointing' | 'chosen' | null;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

export function usePausedGroups(list: RefObject<HTMLElement | null>, present: readonly FailureGroup[]): PausedList {
  const { clock } = useStores();
  const [pointed, setPointed] = useState<readonly FailureGroup[] | null>(null);
  const [chosen, setChosen] = useState<readonly FailureGroup[] | null>(null);
  const pausedList = chosen ?? pointed;
  const shown = pausedGroups(pausedList, present);
  const latest = useRef<readonly FailureGroup[]>([]);
  useLayoutEffect(() => {
    latest.current = shown.rows.map(({ group }) => group);
  });
  const stopWaiting = useRef<(() => void) | null>(null);
  useEffect(() => () => stopWaiting.current?.(), []);

  function point(): void {
    setPointed((before) => before ?? latest.current);
    stopWaiting.current?.();
    stopWaiting.current = clock.after(POINTER_TIMEOUT_MS, () => setPointed(null));
  }
  usePointing(list, {
    onChange: (isPointing) => {
      if (isPointing) point();
      else {
        stopWaiting.current?.();
        setPointed(null);
      }
    },
    onMove: point,
  });
  return {
    ...shown,
    pauseReason: chosen !== null ? 'chosen' : pointed !== null ? 'pointing' : null,
    onFocus({ target }) {
      if (target.matches(':focus-visible')) setChosen((before) => before ?? latest.current);
    },
    onBlur: () => setChosen(null),
  };
}
