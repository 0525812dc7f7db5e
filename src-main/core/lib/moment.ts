/**
 * Converts moments to wall-clock time. `Moment.at` is the wall clock when the moment was recorded. After the clock was
 * set or the computer slept, only the elapsed distance from now is right.
 */
import type { Clock, Moment } from '../ports/clock.ts';

export function currentMoment(clock: Clock): Moment {
  return { at: clock.now(), elapsed: clock.elapsed() };
}

export function wallTimeOf(then: Moment, now: Moment): number {
  return now.at - (now.elapsed - then.elapsed);
}

export function reanchored(then: Moment, now: Moment): Moment {
  return { at: wallTimeOf(then, now), elapsed: then.elapsed };
}

/** Returns a moment of an earlier run by the wall clock; `now` if `at` is null or in the future. */
export function earlierMoment(at: number | null, now: Moment): Moment {
  if (at === null || at > now.at) return now;
  return { at, elapsed: now.elapsed - (now.at - at) };
}
