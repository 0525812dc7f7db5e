/**
 * Moments as people read them. A moment keeps the wall clock's time of when it was taken; once that clock was set, or
 * the computer slept, only its distance from now is still true.
 */
import type { Clock, Moment } from '../ports/clock.ts';

export function currentMoment(clock: Clock): Moment {
  return { at: clock.now(), elapsed: clock.elapsed() };
}

/** When `then` was, by the wall clock of `now` (UTC epoch ms). */
export function wallTimeOf(then: Moment, now: Moment): number {
  return now.at - (now.elapsed - then.elapsed);
}

/** The same moment, told by the wall clock of `now`. */
export function reanchored(then: Moment, now: Moment): Moment {
  return { at: wallTimeOf(then, now), elapsed: then.elapsed };
}

/** A moment of an earlier run, as far as the wall clock tells; now where there is none, or one in the future. */
export function earlierMoment(at: number | null, now: Moment): Moment {
  if (at === null || at > now.at) return now;
  return { at, elapsed: now.elapsed - (now.at - at) };
}
