/** Counts who looks at something that is read for them alone: when they begin to, and each minute until they stop. */
import type { Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';

/** Figures of megabytes, days and rights; the backend keeps an answer for as long. */
const POLL_INTERVAL_SECONDS = 60;

/** @param refresh reads, where it is to be read at all */
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
