/**
 * Repeats notifications until an operator acknowledges them. Repeats one alarm at a time, the one that notified longest
 * ago first, and waits while the limit per minute is reached.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { REPEAT_INTERVAL_MS } from '../../../src-shared/domain/cases/alarm.ts';
import type { AlarmDraft } from './alarm-draft.ts';
import { delayedUntil } from './suppression.ts';

/** @returns when the next repeat is due, UTC epoch ms; null if there is none */
export function repeatOldestAlarm(draft: AlarmDraft): number | null {
  const { now, context } = draft;
  if (!context.settings.repeat) return null;
  let first: { readonly alarm: Alarm; readonly calledAt: number; readonly dueAt: number } | null = null;
  for (const [id, calledAt] of draft.lastNotifiedAt) {
    const alarm = draft.alarm(id);
    if (alarm === null || calledAt === null || !mayRepeat(draft, alarm)) continue;
    const dueAt = restUntil(draft, alarm, Math.max(calledAt, draft.repeatedAt) + REPEAT_INTERVAL_MS);
    const isSooner = first === null || dueAt < first.dueAt || (dueAt === first.dueAt && calledAt < first.calledAt);
    if (isSooner) first = { alarm, calledAt, dueAt };
  }
  if (first === null || first.dueAt > now) return first?.dueAt ?? null;
  draft.notify(first.alarm.id, first.alarm.about.kind !== 'signal');
  draft.repeatedAt = now;
  return now + REPEAT_INTERVAL_MS;
}

function mayRepeat(draft: AlarmDraft, alarm: Alarm): boolean {
  if (alarm.seenAt !== null || !draft.isDisplayed(alarm)) return false;
  const { about } = alarm;
  return about.kind === 'failures' || (about.kind === 'signal' && about.endedAt === null);
}

function restUntil(draft: AlarmDraft, { about, since }: Alarm, dueAt: number): number {
  if (about.kind === 'signal') return Math.max(dueAt, delayedUntil(since, draft.suppressionContext) ?? dueAt);
  const { quietUntil, recentNotifications, context } = draft;
  const oldest = recentNotifications.at(-context.settings.perMinute);
  return Math.max(dueAt, quietUntil ?? dueAt, oldest === undefined ? dueAt : oldest + 60_000);
}
