/** "+312 not shown": counts what the limit per minute held back, in one alarm that is updated and never notifies. */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { type AlarmSeverity, SUMMARY_INTERVAL_MS } from '../../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import type { AlarmDraft } from './alarm-draft.ts';

/** After a minute without held-back alarms, the next one starts a new count. */
const OVERFLOW_IDLE_MS = 60_000;

export function countOverLimit(draft: AlarmDraft, severity: AlarmSeverity): void {
  const { now, overflow } = draft;
  const before = overflow === null || now - overflow.lastAt >= OVERFLOW_IDLE_MS ? null : draft.alarm(overflow.alarm);
  if (overflow === null || before?.about.kind !== 'not-shown' || before.seenAt !== null) {
    const { id } = createOverflow(draft, severity);
    draft.overflow = { alarm: id, lastAt: now, notifiedAt: Number.NEGATIVE_INFINITY, hasPendingUpdate: true };
    return;
  }
  draft.putNewest({ ...before, about: { kind: 'not-shown', count: before.about.count + 1 }, lastAt: now });
  draft.overflow = { ...overflow, lastAt: now, hasPendingUpdate: true };
}

function createOverflow(draft: AlarmDraft, severity: AlarmSeverity): Alarm {
  const { now } = draft;
  const about = { kind: 'not-shown', count: 1 } as const;
  // The badge already counts each held-back alarm.
  const how = { banner: true, sound: false, badge: false };
  const times = { since: now, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  return draft.add({ about, severity, rules: [], how, ...times }, null);
}

/** @returns when its notification is updated next, UTC epoch ms; null if no update is pending */
export function updateOverflow(draft: AlarmDraft): number | null {
  const { now, overflow } = draft;
  if (overflow?.hasPendingUpdate !== true) return null;
  const alarm = draft.alarm(overflow.alarm);
  const dueAt = Math.max(overflow.notifiedAt + SUMMARY_INTERVAL_MS, draft.quietUntil ?? 0);
  const mayShow = alarm !== null && alarmStatus(alarm) !== 'not-shown';
  if (mayShow && dueAt > now) return dueAt;
  if (mayShow) draft.showSilently(alarm.id);
  draft.overflow = { ...overflow, notifiedAt: now, hasPendingUpdate: false };
  return null;
}
