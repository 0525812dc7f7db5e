/**
 * Whether the host answers but no longer admits this page. A refused socket and an absent host look the same to a
 * page, but only one of them is mended by waiting.
 */
import { useEffect, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';

/** Soon enough for somebody who waits, seldom enough for a night without anybody. */
const ASK_EVERY_SECONDS = 3;

/** @param lost it is worth asking. */
export function useShutOut(lost: boolean): boolean {
  const { backend, clock } = useStores();
  const [shutOut, setShutOut] = useState(false);
  useEffect(() => {
    if (!lost) return undefined;
    let seconds = 0;
    let asking = true;
    const stop = clock.everySecond(() => {
      seconds += 1;
      if (seconds % ASK_EVERY_SECONDS !== 0) return;
      backend.wire.isShutOut().then(
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
  }, [backend, clock, lost]);
  return lost && shutOut;
}
