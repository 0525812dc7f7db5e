/**
 * The silence watchdog: waits until a stream has shown no life for so long. Life is whole events, and large parts of
 * one; a drip of comments or of single bytes would hold a dead connection open for ever. It never judges a stream by a
 * timer that came late: what lies in the socket of a process that was stopped is read first.
 */
import type { Clock } from '../../core/ports/clock.ts';

/** So much of one event must arrive in each period for it to count as on its way. */
const PROGRESS_BYTES = 64 * 1024;
/** No event may take longer, however it progresses. */
const MAX_EVENT_MS = 600_000;
/** So late, a timer tells of a process that was held up, and not of a stream. */
const LATE_TIMER_MS = 1_000;
/** Time for the event loop to read what had arrived meanwhile. */
const GRACE_MS = 1_000;
/** A process that is held up all the time has to judge at last. */
const MAX_LATE_TIMERS = 10;

export interface WatchedStream {
  /** Monotonic ms. */
  readonly lastEventAt: number;
  /** Of the event under way. */
  readonly unfinishedBytes: number;
}

/** Resolves when `stream` was silent for `silenceMs`; rejects when `signal` is aborted before. */
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
    // oxlint-disable-next-line no-await-in-loop -- one sleep after the other, each to the earliest possible end
    await sleepUntil(dueAt, clock, signal);
    if (stream.lastEventAt > lastEventAt) {
      lastEventAt = stream.lastEventAt;
      dueAt = lastEventAt + silenceMs;
      bytesSeen = 0;
    } else {
      const longestAt = lastEventAt + MAX_EVENT_MS;
      const progressed = stream.unfinishedBytes - bytesSeen >= PROGRESS_BYTES;
      if (!progressed || clock.monotonic() >= longestAt) return;
      bytesSeen = stream.unfinishedBytes;
      dueAt = Math.min(dueAt + silenceMs, longestAt);
    }
  }
}

/** Sleeps on while it woke late. */
async function sleepUntil(dueAt: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let wakeAt = dueAt;
  for (let tries = 0; tries <= MAX_LATE_TIMERS; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    await clock.sleep(wakeAt - clock.monotonic(), signal);
    if (clock.monotonic() - wakeAt <= LATE_TIMER_MS) return;
    wakeAt = clock.monotonic() + GRACE_MS;
  }
}
