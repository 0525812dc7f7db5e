/**
 * Alarms that nobody has seen, as everybody counts and lists them (tray, badge, tab, bar and rail): a group that alarmed
 * several times is one, and what somebody muted is none.
 */
import type { Alarm } from '../api/alarms.ts';

/** In the order of the first of each; by its cause, or by its own id. */
export function unacknowledgedAlarms(alarms: Iterable<Alarm>): ReadonlyMap<string, readonly Alarm[]> {
  const unseen = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const { id, about, how, delivery, seenAt } = alarm;
    const isMuted = delivery.kind === 'not-shown' && delivery.why === 'muted';
    if (!how.badge || seenAt !== null || isMuted) continue;
    const group = about.kind === 'failures' && about.cause !== null ? about.cause : id;
    const known = unseen.get(group);
    if (known === undefined) unseen.set(group, [alarm]);
    else known.push(alarm);
  }
  return unseen;
}
