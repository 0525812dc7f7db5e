/** Records when the user is active: the page is visible and in use. Not mounted on a wall display. Renders nothing. */
import { useEffect } from 'react';
import { useStores, useWatch } from '../stores/use-stores.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function ActivityTracker() {
  const stores = useStores();
  const isShown = useWatch(({ wire, shown }) => wire.kind === 'open' && shown !== null);
  useEffect(() => {
    if (!isShown) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') stores.away.recordActivity(stores.now());
    };
    const onKept = () => stores.away.reload();
    look();
    for (const use of ACTIVITY_EVENTS) window.addEventListener(use, look, { passive: true, capture: true });
    document.addEventListener('visibilitychange', look);
    window.addEventListener('storage', onKept);
    return () => {
      for (const use of ACTIVITY_EVENTS) window.removeEventListener(use, look, { capture: true });
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('storage', onKept);
    };
  }, [stores, isShown]);
  return null;
}
