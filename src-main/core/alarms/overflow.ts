/** "+312 not shown": what the limit of a minute kept back, as one alarm that changes and never calls. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { type AlarmSeverity, SUMMARY_INTERVAL_MS } from '../../../src-shared/domain/alarm.ts';
import type { AlarmDraft } from './alarm-draft.ts';

/** After a minute without any it is another one. */
const OVERFLOW_IDLE_MS = 60_000;

export function countOverLimit(draft: AlarmDraft, severity: AlarmSeverity): void {
  const { now, overflow } = draft;
  const before = overflow === null || now - overflow.lastAt >= OVERFLOW_IDLE_MS ? null : draft.alarm(overflow.alarm);
  if (overflow === null || before?.about.kind !== 'not-shown' || before.seenAt !== null) {
    const { id } = begun(draft, severity);
    draft.overflow = { alarm: id, lastAt: now, notifiedAt: Number.NEGATIVE_INFINITY, hasPendingUpdate: true };
    return;
  }
  draft.putNewest({ ...before, about: { kind: 'not-shown', count: before.about.count + 1 }, lastAt: now });
  draft.overflow = { ...overflow, lastAt: now, hasPendingUpdate: true };
}

function begun(draft: AlarmDraft, severity: AlarmSeverity): Alarm {
  const { now } = draft;
  const about = { kind: 'not-shown', count: 1 } as const;
  // Each that it counts is counted by the badge itself.
  const how = { banner: true, sound: false, badge: false };
  const times = { since: now, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  return draft.add({ about, severity, rules: [], how, ...times }, null);
}

/** @returns when its notification changes next */
export function updateOverflow(draft: AlarmDraft): number | null {
  const { now, overflow } = draft;
  if (overflow?.hasPendingUpdate !== true) return null;
  const alarm = draft.alarm(overflow.alarm);
  const dueAt = Math.max(overflow.notifiedAt + SUMMARY_INTERVAL_MS, draft.quietUntil ?? 0);
  if (alarm !== null && alarm.delivery.kind !== 'not-shown' && dueAt > now) return dueAt;
  if (alarm !== null && alarm.delivery.kind !== 'not-shown') draft.showSilently(alarm.id);
  draft.overflow = { ...overflow, notifiedAt: now, hasPendingUpdate: false };
  return null;
}
