import type { ServiceClock } from '../clock.ts';
import type { OutgoingEvent } from '../service/event-text.ts';
import type { NotificationStream } from '../service/notification-stream.ts';

export interface Flood {
  /** Has no id, because the stream gives each event its own. */
  readonly event: Omit<OutgoingEvent, 'id'>;
  readonly count: number;
  readonly perSecond: number;
}

/** Real ms between two batches. Heartbeats and requests run between them. */
const INTERVAL_MS = 10;

/** Resolves to the number of events that reached a subscriber, early if none is left or `signal` aborts. */
export function flood(
  stream: NotificationStream,
  clock: ServiceClock,
  { event, count, perSecond }: Flood,
  signal: AbortSignal,
): Promise<number> {
  const startedAt = clock.now();
  const handfulMs = INTERVAL_MS / clock.realMs(1);
  return new Promise((resolve) => {
    let sent = 0;
    let got = 0;
    let cancelNext = () => {};
    const finish = (): void => {
      cancelNext();
      signal.removeEventListener('abort', finish);
      resolve(got);
    };
    signal.addEventListener('abort', finish);
    const sendBatch = (): void => {
      const due = Math.min(count, Math.floor(((clock.now() - startedAt) / clock.realMs(1000)) * perSecond));
      for (; sent < due; sent++) got += Math.min(1, stream.emit(event));
      if (sent === count || stream.subscribers().length === 0) finish();
      else cancelNext = clock.after(handfulMs, sendBatch);
    };
    sendBatch();
  });
}
