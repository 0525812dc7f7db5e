/** Shows alarms and goes where they lead, for as long as the page is open. Draws nothing. */
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
  // What a browser holds back until somebody presses something is ready from then on.
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
