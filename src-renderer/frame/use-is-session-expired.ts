/**
 * Whether the host answers but no longer admits this page. A refused socket and an absent host look the same to a
 * page, but only one of them is mended by waiting.
 */
import { useEffect, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';

/** Soon enough for somebody who waits, seldom enough for a night without anybody. */
const POLL_INTERVAL_SECONDS = 3;

/** @param isLost it is worth asking. */
export function useIsSessionExpired(isLost: boolean): boolean {
  const { backend, clock } = useStores();
  const [shutOut, setShutOut] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    let seconds = 0;
    let asking = true;
    const stop = clock.everySecond(() => {
      seconds += 1;
      if (seconds % POLL_INTERVAL_SECONDS !== 0) return;
      backend.wire.isSessionExpired().then(
        (answer) => asking && setShutOut(answer),
        // Nobody answers: what a host said before is not known any more.
        () => asking && setShutOut(false),
      );
    });
    return () => {
      asking = false;
      stop();
      setShutOut(false);
    };
  }, [backend, clock, isLost]);
  return isLost && shutOut;
}
