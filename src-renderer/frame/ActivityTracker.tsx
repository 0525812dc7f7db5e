/** Records when the user is active: the page is visible and in use. Not mounted on a wall display. Renders nothing. */
import { useEffect } from 'react';
import { useProfiles, useStores, useWatch } from '../stores/use-stores.ts';

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function ActivityTracker() {
  const stores = useStores();
  const isShown = useWatch(({ wire, shown }) => wire.kind === 'open' && shown !== null);
  const isInTeam = useProfiles(({ entries }) => entries?.some(({ profile }) => profile?.team !== undefined) === true);
  useEffect(() => {
    if (!isShown) return undefined;
    const recordActivity = (input?: Event) => {
      if (document.visibilityState !== 'visible') return;
      stores.away.recordActivity(stores.now());
      // A page that only became visible may have no operator in front of it.
      if (isInTeam && input !== undefined && input.type !== 'visibilitychange') stores.team.recordInput(stores.now());
    };
    const onStorage = () => stores.away.reload();
    recordActivity();
    for (const use of ACTIVITY_EVENTS) window.addEventListener(use, recordActivity, { passive: true, capture: true });
    document.addEventListener('visibilitychange', recordActivity);
    window.addEventListener('storage', onStorage);
    return () => {
      for (const use of ACTIVITY_EVENTS) window.removeEventListener(use, recordActivity, { capture: true });
      document.removeEventListener('visibilitychange', recordActivity);
      window.removeEventListener('storage', onStorage);
    };
  }, [stores, isShown, isInTeam]);
  return null;
}
