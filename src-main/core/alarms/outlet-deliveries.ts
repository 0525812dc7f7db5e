/**
 * Adds to alarms what the logs of outlets say about them. A turn that calls for attention is derived from the same events
 * as an alarm and has the receive time of one of them. So it belongs to the alarm of its cause that was notifying at that
 * time, from its first to its last event; of two such alarms, to the newer one. A turn of a signal has the start of the
 * signal, as its alarm does, and a turn of an overdue group has its deadline. Nothing is copied: an outlet that was
 * removed is no longer in the history.
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

/** Null for alarms that no turn is about. */
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
