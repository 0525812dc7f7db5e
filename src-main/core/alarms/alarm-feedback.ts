import type { Alarm, AlarmDelivery } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmStatus, isHeldBack } from '../../../src-shared/domain/alarms/alarm-status.ts';
import { alarmCause } from '../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import { DESKTOP } from '../../../src-shared/domain/outlets/local-outlets.ts';
import type { OpenedCause } from '../team/presence/team-presence.ts';
import type { AlarmDraft } from './alarm-draft.ts';

/** Identifies the run of an alarm: the alarms of one group that kept failing belong to the same run. */
function alarmRunKey({ about, rules, since }: Alarm): string | null {
  if (about.kind !== 'failures') return null;
  return JSON.stringify([about.cause ?? [rules[0]?.id, about.eventKind, about.operation], since]);
}

/** A single outlet that shows the alarm is enough, even if others refused it or held it back. */
export function recordDelivery(draft: AlarmDraft, id: string, delivery: AlarmDelivery): void {
  const alarm = draft.alarm(id);
  if (alarm === null || alarm.silence !== null) return;
  const status = alarmStatus(alarm);
  if (status === 'accepted' || (status !== 'due' && delivery.outcome !== 'delivered')) return;
  if (status === 'held-back' && isHeldBack(delivery)) return;
  const others = alarm.deliveries.filter(({ outlet }) => outlet !== delivery.outlet);
  draft.put({ ...alarm, deliveries: [...others, delivery] });
}

export function openAlarm(draft: AlarmDraft, id: string, wasClicked: boolean): void {
  const alarm = draft.alarm(id);
  if (alarm === null) return;
  const deliveries = alarm.deliveries.map((one) =>
    wasClicked && one.outlet === DESKTOP && one.outcome === 'delivered' ? { ...one, wasClicked } : one,
  );
  draft.put({ ...alarm, deliveries, openedAt: alarm.openedAt ?? draft.now });
  acknowledgeAlarms(draft, [id]);
  const cause = alarmCause(alarm);
  if (cause !== null) acknowledgeCauses(draft, [cause]);
}

export function acknowledgeAlarms(draft: AlarmDraft, ids: readonly string[]): void {
  const meant = new Set(ids);
  const runs = new Set(ids.map((id) => runOf(draft.alarm(id))));
  for (const alarm of draft.alarms()) {
    const run = runOf(alarm);
    const isMeant = meant.has(alarm.id) || (run !== null && runs.has(run));
    if (!isMeant || alarm.seenAt !== null) continue;
    draft.put({ ...alarm, seenAt: draft.now });
    if (draft.isDisplayed(alarm)) draft.withdraw(alarm.id);
  }
}

function runOf(alarm: Alarm | null): string | null {
  return alarm === null ? null : alarmRunKey(alarm);
}

export function acknowledgeCauses(draft: AlarmDraft, causes: readonly CauseKey[]): void {
  const meant = new Set(causes);
  const isMeant = ({ about }: Alarm) => about.kind === 'failures' && about.cause !== null && meant.has(about.cause);
  const ids = draft.alarms().flatMap((alarm) => (isMeant(alarm) ? [alarm.id] : []));
  acknowledgeAlarms(draft, ids);
}

export function openedElsewhere(alarms: Iterable<Alarm>, opened: readonly OpenedCause[]): readonly string[] {
  return [...alarms].flatMap((alarm) => {
    const cause = alarmCause(alarm);
    const isMeant = ({ throughSeq, ...one }: OpenedCause) =>
      one.cause === cause && (alarm.firstSeq === null || alarm.firstSeq <= throughSeq);
    return alarm.seenAt === null && cause !== null && opened.some(isMeant) ? [alarm.id] : [];
  });
}
