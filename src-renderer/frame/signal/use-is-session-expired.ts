/** A refused socket and a missing host look the same to the page, but waiting helps only in the second case. */
import { useEffect, useState } from 'react';
import { useStores } from '../../stores/use-stores.ts';

/** Short enough for a waiting user, long enough for an unattended night. */
const POLL_INTERVAL_SECONDS = 3;

export function useIsSessionExpired(isLost: boolean): boolean {
  const { backend, clock } = useStores();
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    let seconds = 0;
    let isCurrent = true;
    const stop = clock.everySecond(() => {
      seconds += 1;
      if (seconds % POLL_INTERVAL_SECONDS !== 0) return;
      backend.wire.isSessionExpired().then(
        (expired) => isCurrent && setExpired(expired),
        // The host does not answer, so its earlier answer no longer applies.
        () => isCurrent && setExpired(false),
      );
    });
    return () => {
      isCurrent = false;
      stop();
      setExpired(false);
    };
  }, [backend, clock, isLost]);
  return isLost && isExpired;
}
