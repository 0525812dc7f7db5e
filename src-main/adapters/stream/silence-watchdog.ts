/**
 * Complete events and large parts of one count as activity; comments and single bytes could keep a dead connection open
 * forever. After a late timer it waits again, so that a paused process first reads its socket.
 */
import type { Clock } from '../../core/ports/clock.ts';

/** Bytes of one event that must arrive in each period to count as progress. */
const PROGRESS_BYTES = 64 * 1024;
/** Limit for one event, whatever its progress. */
const MAX_EVENT_MS = 600_000;
/** A timer this late shows that the process was paused, not that the stream is silent. */
const LATE_TIMER_MS = 1_000;
/** Time for the event loop to read what arrived meanwhile. */
const GRACE_MS = 1_000;
/** Limits the extra waits of a process that is paused again and again. */
const MAX_LATE_TIMERS = 10;

export interface WatchedStream {
  /** Monotonic ms. */
  readonly lastEventAt: number;
  readonly unfinishedBytes: number;
}

export async function waitForSilence(
  stream: WatchedStream,
  silenceMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let lastEventAt = stream.lastEventAt;
  let dueAt = lastEventAt + silenceMs;
  let bytesSeen = 0;
  for (;;) {
    await sleepUntil(dueAt, clock, signal);
    if (stream.lastEventAt > lastEventAt) {
      lastEventAt = stream.lastEventAt;
      dueAt = lastEventAt + silenceMs;
      bytesSeen = 0;
    } else {
      const maxEventAt = lastEventAt + MAX_EVENT_MS;
      const progressed = stream.unfinishedBytes - bytesSeen >= PROGRESS_BYTES;
      if (!progressed || clock.monotonic() >= maxEventAt) return;
      bytesSeen = stream.unfinishedBytes;
      dueAt = Math.min(dueAt + silenceMs, maxEventAt);
    }
  }
}

async function sleepUntil(dueAt: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let wakeAt = dueAt;
  for (let tries = 0; tries <= MAX_LATE_TIMERS; tries += 1) {
    await clock.sleep(wakeAt - clock.monotonic(), signal);
    if (clock.monotonic() - wakeAt <= LATE_TIMER_MS) return;
    wakeAt = clock.monotonic() + GRACE_MS;
  }
}
