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
