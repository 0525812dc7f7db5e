/**
 * Whether the host answers but no longer admits this page. A refused socket and an absent host look the same to a
 * page, but only one of them is mended by waiting.
 */
import { useEffect, useState } from 'react';
import { useStores } from '../stores/use-stores.ts';

/** Soon enough for somebody who waits, seldom enough for a night without anybody. */
const ASK_EVERY_SECONDS = 3;

/** Asks for as long as the component that uses it is shown. */
export function useShutOut(): boolean {
  const { backend, clock } = useStores();
  const [shutOut, setShutOut] = useState(false);
  useEffect(() => {
    let seconds = 0;
    return clock.everySecond(() => {
      seconds += 1;
      if (seconds % ASK_EVERY_SECONDS === 0) backend.wire.isShutOut().then(setShutOut, () => undefined);
    });
  }, [backend, clock]);
  return shutOut;
}
