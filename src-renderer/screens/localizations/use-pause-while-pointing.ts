/** Pauses a list while the pointer is over it, and 2 s longer. */
import { useEffect, useRef, useState } from 'react';
import { useStores } from '../../stores/use-stores.ts';

/** Same time as in the timeline. */
const RESUME_DELAY_MS = 2_000;

export function usePauseWhilePointing(): { isPaused: boolean; onPointing: (isPointing: boolean) => void } {
  const { clock } = useStores();
  const [isPaused, setPaused] = useState(false);
  const letting = useRef<(() => void) | null>(null);
  function onPointing(isPointing: boolean): void {
    if (isPointing) {
      letting.current?.();
      letting.current = null;
      setPaused(true);
    } else
      letting.current ??= clock.after(RESUME_DELAY_MS, () => {
        letting.current = null;
        setPaused(false);
      });
  }
  useEffect(() => () => letting.current?.(), []);
  return { isPaused, onPointing };
}
