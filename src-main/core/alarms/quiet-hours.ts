import type { AlarmSettings } from '../../../src-shared/domain/cases/alarm.ts';
import type { WeekHours } from '../../../src-shared/domain/cases/week-hours.ts';
import { LocalHours } from '../lib/local-hours.ts';

/** UTC epoch ms; null if it is not quiet, a week ahead if it always is. `zone`: IANA; an unknown one counts as UTC. */
export function quietUntil({ quiet }: Pick<AlarmSettings, 'quiet'>, zone: string, at: number): number | null {
  return quiet.every((spans) => spans.length === 0) ? null : new LocalHours(quiet, zone).end(at);
}

/** Returns when the next of these hours begins; null if it is one of them now. One week ahead if there are none. */
export function outsideUntil(hours: WeekHours, zone: string, at: number): number | null {
  return new LocalHours(hours, zone).start(at);
}

/** An end that is farther away is that of a service, not of a person's shift. */
const MAX_SHIFT_MS = 86_400_000;

/** Returns when the hours of deadlines end, UTC epoch ms; null if `at` is in none, or if they last for longer than a shift. */
export function shiftUntil({ deadlines }: Pick<AlarmSettings, 'deadlines'>, zone: string, at: number): number | null {
  const end = new LocalHours(deadlines.hours, deadlines.zone ?? zone).end(at);
  return end === null || end - at > MAX_SHIFT_MS ? null : end;
}
