/**
 * Groups the alarms that are not acknowledged, for every count and list (tray, badge, tab, bar and rail): several
 * alarms of one group count once, and muted alarms do not count.
 */
import type { Alarm } from '../../api/alarms.ts';

/** Keyed by cause, or by the alarm's id if it has none; in the order of each group's first alarm. */
export function unacknowledgedAlarms(alarms: Iterable<Alarm>): ReadonlyMap<string, readonly Alarm[]> {
  const unseen = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const { id, about, how, silence, seenAt } = alarm;
    if (!how.badge || seenAt !== null || silence === 'muted') continue;
    const group = about.kind === 'failures' && about.cause !== null ? about.cause : id;
    const existing = unseen.get(group);
    if (existing === undefined) unseen.set(group, [alarm]);
    else existing.push(alarm);
  }
  return unseen;
}
