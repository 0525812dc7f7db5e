/**
 * Handles alarms that should be on the screen and are not: committed before a crash and never confirmed, or on a
 * desktop without a notification service. Recent ones notify, older ones are only in the history.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmDraft } from './alarm-draft.ts';
import { MAX_ALARM_AGE_MS } from '../../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import { countOverLimit } from './overflow.ts';
import { outOfHours } from './rule-hours.ts';
import { suppressionFor } from './suppression.ts';

/** Skips signals and overdue groups: only the next input shows if they still last. */
export function recoverDueAlarms(draft: AlarmDraft): void {
  for (const alarm of draft.alarms()) {
    if (!draft.isUnshown(alarm) || LASTING.has(alarm.about.kind)) continue;
    if (draft.overflow?.alarm !== alarm.id) recoverAlarm(draft, alarm);
  }
}

/** Shows what goes on, and what this computer did not accept within the last 15 minutes. */
export function showAgain(draft: AlarmDraft): void {
  for (const alarm of draft.alarms()) {
    const { id, about, silence, seenAt, lastAt } = alarm;
    if (silence !== null || seenAt !== null) continue;
    const goesOn = about.kind === 'signal' && about.endedAt === null;
    if (goesOn && draft.isDisplayed(alarm)) draft.showAgain(id);
    else if (alarmStatus(alarm) === 'not-shown' && (goesOn || draft.now - lastAt <= MAX_ALARM_AGE_MS)) {
      draft.notified.delete(id);
      const due = { ...alarm, deliveries: [] };
      draft.put(due);
      if (goesOn) draft.notify(id, false);
      else recoverAlarm(draft, due);
    }
  }
}

const LASTING: ReadonlySet<Alarm['about']['kind']> = new Set(['signal', 'overdue']);

function recoverAlarm(draft: AlarmDraft, alarm: Alarm): void {
  const { id, about, how, lastAt, rules, severity, seenAt } = alarm;
  const isFailure = about.kind === 'failures';
  const hours = outOfHours(draft, rules);
  const why = suppressionFor({ how, at: lastAt, isMuted: false, outOfHours: hours }, draft.suppressionContext);
  // An alarm that was acknowledged, or whose cause was taken, needs no notification.
  const silence = seenAt !== null ? 'acknowledged' : isFailure || why === 'late' ? why : null;
  if (silence !== null) draft.put({ ...alarm, silence });
  else if (about.kind === 'not-shown') draft.showSilently(id);
  else draft.notify(id, isFailure);
  if (silence === 'cap') countOverLimit(draft, severity);
}
