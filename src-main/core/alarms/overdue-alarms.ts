/**
 * Each opening of a group notifies at most once for each kind of deadline, also in quiet hours, because deadlines have
 * hours of their own. If it is overdue again after a mute, its alarm goes on without another notification.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { MINUTE_MS } from '../../../src-shared/lib/durations.ts';
import { isOverdueAlarm, type OverdueAlarm } from '../../../src-shared/words/alarms/overdue-alarm-words.ts';
import type { AlarmDraft } from './alarm-draft.ts';
import type { OverdueGroup } from './alarm-step.ts';
import { countOverLimit } from './overflow.ts';

export function overdueKey({ cause, deadline, since }: Pick<OverdueGroup, 'cause' | 'deadline' | 'since'>): string {
  return `${deadline} ${since} ${cause}`;
}

/** @param present every group that is overdue now */
export function applyOverdue(draft: AlarmDraft, present: readonly OverdueGroup[]): void {
  const known = new Map(
    draft
      .alarms()
      .filter(isOverdueAlarm)
      .map((alarm) => [overdueKey(alarm.about), alarm]),
  );
  const active = new Set(present.map(overdueKey));
  for (const [key, alarm] of known) if (alarm.about.endedAt === null && !active.has(key)) endAlarm(draft, alarm);
  for (const group of present) {
    const alarm = known.get(overdueKey(group));
    if (alarm === undefined) startAlarm(draft, group);
    else continueAlarm(draft, alarm, group);
  }
}

function startAlarm(draft: AlarmDraft, { severity, ...group }: OverdueGroup): void {
  const { now } = draft;
  const about = { kind: 'overdue', ...group, endedAt: null } as const;
  const how = { banner: true, sound: true, badge: true };
  const times = { since: group.since, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  const isOverLimit = recentCount(draft) >= draft.context.settings.perMinute;
  const { id } = draft.add({ about, severity, rules: [], how, ...times }, isOverLimit ? 'cap' : null);
  if (isOverLimit) countOverLimit(draft, severity);
  else draft.notify(id, false);
}

/** Counts apart from failures: a storm of failures must not silence a deadline. */
function recentCount(draft: AlarmDraft): number {
  const isRecent = ({ firstAt }: Alarm) => firstAt <= draft.now && draft.now - firstAt < MINUTE_MS;
  return draft.alarms().filter((one) => isOverdueAlarm(one) && isRecent(one) && one.silence === null).length;
}

function continueAlarm(draft: AlarmDraft, alarm: OverdueAlarm, { dueAt }: OverdueGroup): void {
  const { about, id } = alarm;
  if (about.endedAt !== null)
    draft.putNewest({ ...alarm, about: { ...about, dueAt, endedAt: null }, lastAt: draft.now, seenAt: null });
  else if (about.dueAt !== dueAt) draft.put({ ...alarm, about: { ...about, dueAt } });
  if (draft.isUnshown(alarm)) draft.notify(id, false);
}

function endAlarm(draft: AlarmDraft, alarm: OverdueAlarm): void {
  const { now } = draft;
  const isShowing = draft.isDisplayed(alarm);
  const silence = draft.isUnshown(alarm) ? 'late' : alarm.silence;
  const seenAt = alarm.seenAt ?? now;
  draft.put({ ...alarm, about: { ...alarm.about, endedAt: now }, lastAt: now, silence, seenAt });
  if (isShowing && alarm.seenAt === null) draft.withdraw(alarm.id);
}
