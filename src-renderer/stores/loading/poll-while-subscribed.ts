/** Polls while at least one component is subscribed: immediately, then every minute. */
import type { Stop } from '../../backend/client.ts';
import type { PageClock } from '../../time/page-clock.ts';

/** The polled values change slowly, and the backend caches an answer for as long. */
const POLL_INTERVAL_SECONDS = 60;

export function pollWhileSubscribed(clock: PageClock, refresh: () => void) {
  let looking = 0;
  return {
    isPolling: () => looking > 0,
    poll: (): Stop => {
      looking += 1;
      refresh();
      let seconds = 0;
      const stopCounting = clock.everySecond(() => {
        seconds += 1;
        if (seconds % POLL_INTERVAL_SECONDS === 0) refresh();
      });
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        looking -= 1;
        stopCounting();
      };
    },
  };
}
