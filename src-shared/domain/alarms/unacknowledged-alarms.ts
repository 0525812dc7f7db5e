/** For every count and list (tray, badge, tab, bar, rail): a group counts once, muted alarms not at all. */
import type { Alarm } from './raised-alarm.ts';
import type { CauseKey } from '../cases/case-keys.ts';

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

/** Groups alarms for a log: by cause, else by the signal or by what their rules look for. Keeps their order. */
export function alarmsByCause(alarms: Iterable<Alarm>): readonly (readonly [Alarm, ...Alarm[]])[] {
  const groups = new Map<string, [Alarm, ...Alarm[]]>();
  for (const alarm of alarms) {
    const key = logKey(alarm);
    const existing = groups.get(key);
    if (existing === undefined) groups.set(key, [alarm]);
    else existing.push(alarm);
  }
  return [...groups.values()];
}

function logKey(alarm: Alarm): string {
  const { about, rules } = alarm;
  const cause = alarmCause(alarm);
  // An overdue group needs another action than a failure of it.
  if (cause !== null) return `${about.kind} ${cause}`;
  if (about.kind === 'signal') return `signal ${about.signal}`;
  return about.kind === 'failures' ? JSON.stringify([about.eventKind, rules.map(({ id }) => id)]) : about.kind;
}
