import { useEffect, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';

/** Most responses arrive sooner; dimming the list for them would flicker. */
const DIM_DELAY_MS = 150;

export function useIsLate(isWaiting: boolean): boolean {
  const { clock } = useStores();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const stop = clock.after(DIM_DELAY_MS, () => setLate(true));
    return () => {
      stop();
      setLate(false);
    };
  }, [clock, isWaiting]);
  return isWaiting && isLate;
}
