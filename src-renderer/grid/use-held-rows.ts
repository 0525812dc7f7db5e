/** Holds a list that arrives as a whole, by the same rule and times as any other list. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';
import { usePointing } from './use-pointing.ts';
import { followedRows, type HeldRows, heldRows } from '../lists/held-rows.ts';
import { type Hold, LIVE, NO_PRESENCE, nextHold, POINTER_LEAVE_DELAY_MS, withAttention } from '../lists/hold.ts';

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
  const [presence, setPresence] = useState(NO_PRESENCE);
  const stopRest = useRef((): void => undefined);
  function moved(): void {
    stopRest.current();
    setPresence((before) => (before.isReleased ? { ...before, isReleased: false } : before));
    if (maxRestMs !== null)
      stopRest.current = clock.after(maxRestMs, () =>
        setPresence((before) => ({ ...before, isReleased: before.attention.isPointing })),
      );
  }
  usePointing(lines, {
    onChange(isPointing) {
      const now = clock.read().monotonic;
      setPresence((before) => withAttention(before, { isPointing, isReading: false }, now));
      if (isPointing) moved();
    },
    onMove: moved,
  });
  const { attention, leftAt } = presence;
  useEffect(
    () =>
      leftAt === null
        ? undefined
        : clock.after(POINTER_LEAVE_DELAY_MS, () => setPresence((before) => ({ ...before, leftAt: null }))),
    [clock, leftAt],
  );
  useEffect(() => () => stopRest.current(), []);
  const input = { ...presence, attention: { ...attention, isReading }, isAway: false, arrivals: [], before: LIVE };
  return nextHold(input, leftAt ?? 0);
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
