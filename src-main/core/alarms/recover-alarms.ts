/** What a crash left: alarms that were committed and never confirmed. Young ones call now, older ones stand in the history. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { type AlarmDraft, notShown } from './alarm-draft.ts';
import { countOverLimit } from './overflow.ts';
import { suppressionFor } from './suppression.ts';

/** Signals are not among them: whether they last is known when they are told. */
export function recoverDueAlarms(draft: AlarmDraft): void {
  for (const alarm of draft.alarms()) {
    if (alarm.delivery.kind !== 'due' || draft.lastNotifiedAt.has(alarm.id) || alarm.about.kind === 'signal') continue;
    if (draft.overflow?.alarm !== alarm.id) recoverAlarm(draft, alarm);
  }
}

function recoverAlarm(draft: AlarmDraft, alarm: Alarm): void {
  const { id, about, how, lastAt, severity, seenAt } = alarm;
  const isFailure = about.kind === 'failures';
  const why = suppressionFor({ how, at: lastAt, isMuted: false }, draft.suppressionContext);
  // Whoever saw it, or took what it is about, needs no call any more.
  const silence = seenAt !== null ? 'late' : isFailure || why === 'late' ? why : null;
  if (silence !== null) draft.put({ ...alarm, delivery: notShown(silence, draft.now) });
  else if (about.kind === 'not-shown') draft.showSilently(id);
  else draft.notify(id, isFailure);
  if (silence === 'cap') countOverLimit(draft, severity);
}
