/** One event again and again, so many each second: for consumers that want to know how much they can take. */
import type { ServiceClock } from './clock.ts';
import type { OutgoingEvent } from './event-text.ts';
import type { NotificationStream } from './notification-stream.ts';

export interface Flood {
  /** Without an id of its own: each gets another one. */
  readonly event: Omit<OutgoingEvent, 'id'>;
  readonly count: number;
  /** Of the service's seconds. */
  readonly perSecond: number;
}

/** Real ms between two handfuls: heartbeats and requests have their turn between them. */
const INTERVAL_MS = 10;

/** Resolves when all are sent, or nobody is there any more, to how many were got. */
export function flood(
  stream: NotificationStream,
  clock: ServiceClock,
  { event, count, perSecond }: Flood,
): Promise<number> {
  const begun = clock.now();
  const handfulMs = INTERVAL_MS / clock.realMs(1);
  return new Promise((resolve) => {
    let sent = 0;
    let got = 0;
    const sendBatch = (): void => {
      const due = Math.min(count, Math.floor(((clock.now() - begun) / clock.realMs(1000)) * perSecond));
      for (; sent < due; sent++) got += Math.min(1, stream.emit(event));
      if (sent === count || stream.subscribers().length === 0) resolve(got);
      else clock.after(handfulMs, sendBatch);
    };
    sendBatch();
  });
}
