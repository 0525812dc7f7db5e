/**
 * Adds what the logs of outlets say. A turn has the receive time of one of the events of its alarm, so it belongs to
 * the newest alarm of its cause that was notifying then. A turn of a signal has its start, one of an overdue group its
 * deadline. Nothing is copied: a removed outlet is no longer in the history.
 */
import { alarmCause } from '../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import type { Alarm, AlarmDelivery } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { Delivery } from '../../../src-shared/domain/outlets/delivery.ts';
import type { OutletLog } from '../outlets/outlet-entries.ts';

type TurnOfDelivery = Delivery['turn'];

/** The others say what became of a group or a signal. */
const CALLS: ReadonlySet<TurnOfDelivery['name']> = new Set<TurnOfDelivery['name']>([
  'opened',
  'worse',
  'back',
  'blind',
  'overdue',
]);

/** @param alarms newest first; with all of a cause, each turn finds the newest */
export function withOutletDeliveries(alarms: readonly Alarm[], logs: readonly OutletLog[]): Alarm[] {
  const bySubject = Map.groupBy(alarms, subjectOf);
  const found = new Map<string, Map<string, AlarmDelivery>>();
  for (const { id: outlet, deliveries } of logs)
    for (const { turn, at, outcome, detail } of deliveries) {
      if (!CALLS.has(turn.name)) continue;
      const alarm = bySubject.get(turn.subject)?.find((one) => isAbout(one, turn));
      if (alarm === undefined) continue;
      const ofAlarm = found.get(alarm.id) ?? new Map<string, AlarmDelivery>();
      // A later turn of the same alarm replaces an earlier one.
      found.set(alarm.id, ofAlarm.set(outlet, { outlet, at, outcome, detail }));
    }
  return alarms.map((alarm) => ({
    ...alarm,
    deliveries: [...alarm.deliveries, ...(found.get(alarm.id)?.values() ?? [])],
  }));
}

function subjectOf(alarm: Alarm): string | null {
  const { about } = alarm;
  return alarmCause(alarm) ?? (about.kind === 'signal' ? about.signal : null);
}

function isAbout({ about, since, firstAt, lastAt }: Alarm, { at, name }: TurnOfDelivery): boolean {
  if (name === 'overdue' || about.kind === 'overdue') return name === 'overdue' && isDueAt(about, at);
  return about.kind === 'signal' ? since === at : firstAt <= at && at <= lastAt;
}

function isDueAt(about: Alarm['about'], at: number): boolean {
  return about.kind === 'overdue' && about.dueAt === at;
}
