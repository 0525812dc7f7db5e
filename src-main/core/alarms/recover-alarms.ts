/**
 * Handles alarms that were committed before a crash and never confirmed. Recent ones notify now, older ones are only
 * listed in the history.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmDraft } from './alarm-draft.ts';
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
