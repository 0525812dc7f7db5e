/** Holds a list that arrives as a whole, by the same rule and times as any other list. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';
import { usePointing } from './grid/use-pointing.ts';
import { followedRows, type HeldRows, heldRows } from './held-rows.ts';
import { type Hold, LIVE, POINTER_LEAVE_DELAY_MS } from './hold.ts';

const POINTING: Hold = { kind: 'held', why: 'pointing' };
const READING: Hold = { kind: 'held', why: 'reading' };

interface HoldOptions {
  readonly isReading?: boolean;
  /** A pointer that rests this long no longer holds the list; null: it holds as long as it rests. */
  readonly maxRestMs?: number | null;
}

export function useHold(
  lines: RefObject<HTMLElement | null>,
  { isReading = false, maxRestMs = null }: HoldOptions = {},
): Hold {
  const { clock } = useStores();
  const [isNear, setNear] = useState(false);
  const pointer = useRef({ isOver: false, stopWaiting: (): void => undefined });
  function wait(ms: number): void {
    pointer.current.stopWaiting();
    pointer.current.stopWaiting = clock.after(ms, () => setNear(false));
  }
  function over(): void {
    pointer.current.isOver = true;
    setNear(true);
    if (maxRestMs === null) pointer.current.stopWaiting();
    else wait(maxRestMs);
  }
  usePointing(lines, {
    onChange(isOver) {
      if (isOver) return over();
      if (pointer.current.isOver) wait(POINTER_LEAVE_DELAY_MS);
      pointer.current.isOver = false;
      return undefined;
    },
    onMove: over,
  });
  useEffect(() => () => pointer.current.stopWaiting(), []);
  return isReading ? READING : isNear ? POINTING : LIVE;
}

/** @param basis another value shows the rows as they are, because the user asked for other rows */
export function useHeldRows<Row extends { readonly key: string }>(
  fresh: readonly Row[],
  hold: Hold,
  basis = '',
): HeldRows<Row> {
  const [shown, setShown] = useState<{ readonly basis: string; readonly rows: readonly Row[] } | null>(null);
  if (hold.kind !== 'held') {
    if (shown !== null) setShown(null);
    return followedRows(fresh);
  }
  if (shown?.basis === basis) return heldRows(shown.rows, fresh);
  setShown({ basis, rows: fresh });
  return followedRows(fresh);
}
