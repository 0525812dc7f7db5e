/**
 * Groups the alarms that are not acknowledged, for every count and list (tray, badge, tab, bar and rail): several
 * alarms of one group count once, and muted alarms do not count.
 */
import type { Alarm } from './raised-alarm.ts';
import type { CauseKey } from '../cases/case-keys.ts';

/** Returns the failure cause that the alarm is about; null if it has none. */
export function alarmCause({ about }: Pick<Alarm, 'about'>): CauseKey | null {
  return about.kind === 'failures' || about.kind === 'overdue' ? about.cause : null;
}

/** Keyed by cause, or by the alarm's id if it has none; in the order of each group's first alarm. */
export function unacknowledgedAlarms(alarms: Iterable<Alarm>): ReadonlyMap<string, readonly Alarm[]> {
  const unseen = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const { id, how, silence, seenAt } = alarm;
    if (!how.badge || seenAt !== null || silence === 'muted') continue;
    const group = alarmCause(alarm) ?? id;
    const existing = unseen.get(group);
    if (existing === undefined) unseen.set(group, [alarm]);
    else existing.push(alarm);
  }
  return unseen;
}
