import type { PageClock } from '../time/page-clock.ts';
import type { FeedListener, Stop } from './client.ts';

/** Feeds of all watches end only when the backend stops; a restart takes a few seconds. */
const RESUBSCRIBE_DELAY_MS = 5_000;

export function keepSubscribed<T>(
  clock: Pick<PageClock, 'after'>,
  subscribe: (listener: FeedListener<T>) => Stop,
  onData: (data: T) => void,
): Stop {
  let isStopped = false;
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  function listen(): void {
    stopFeed = subscribe({
      onData,
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(RESUBSCRIBE_DELAY_MS, listen);
      },
    });
  }
  listen();
  return () => {
    isStopped = true;
    stopFeed();
    stopWaiting();
  };
}
