import { useEffect } from 'react';
import { goTo } from '../address/use-address.ts';
import { useStores } from '../stores/use-stores.ts';
import { runInLeaderPage } from './leader-page.ts';
import { subscribeToPageAlarms } from './page-alarms.ts';
import { createPageNotifier } from './page-notifier.ts';
import { targetHref } from './show-target.ts';

export function AlarmNotifications() {
  const { backend, clock, watch: watches, sounds } = useStores();
  useEffect(
    () =>
      runInLeaderPage(() =>
        subscribeToPageAlarms({
          backend,
          clock,
          notifier: createPageNotifier(),
          sounds,
          go(watch, target) {
            if (watch !== null) watches.show(watch);
            goTo(targetHref(target));
          },
        }),
      ),
    [backend, clock, watches, sounds],
  );
  // A browser blocks sound until the first click or key press; this unlocks it then.
  useEffect(() => {
    const unlock = () => {
      if (sounds.getState().kind === 'blocked') sounds.unlock();
    };
    window.addEventListener('pointerup', unlock);
    window.addEventListener('keyup', unlock);
    return () => {
      window.removeEventListener('pointerup', unlock);
      window.removeEventListener('keyup', unlock);
    };
  }, [sounds]);
  return null;
}
