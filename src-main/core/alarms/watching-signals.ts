/**
 * Alarms about watching itself ignore the limit per minute. The end replaces the notification of the start. Signals
 * with the same start are one alarm, also after a restart.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmSignal } from '../../../src-shared/domain/cases/alarm.ts';
import type { AlarmDraft } from './alarm-draft.ts';
import { delayedUntil } from './suppression.ts';
import type { ActiveSignal } from './alarm-step.ts';

type About = Alarm['about'] & { readonly kind: 'signal' };
type SignalAlarm = Alarm & { readonly about: About };

/** No event arrives in any of these states, so one replaces another. */
export const STREAM_SIGNALS: ReadonlySet<AlarmSignal> = new Set(['blind', 'seat-taken', 'sign-in-needed']);

export function applySignals(draft: AlarmDraft, present: readonly ActiveSignal[]): void {
  const known = draft.alarms().filter(isSignal);
  const activeIds = new Set<string>();
  for (const signal of present) {
    const same = known.findLast(({ about, since }) => about.signal === signal.signal && since === signal.since);
    activeIds.add((same === undefined ? startAlarm(draft, signal) : continueAlarm(draft, same, signal)).id);
  }
  const isStillDeaf = present.some(({ signal }) => STREAM_SIGNALS.has(signal));
  for (const alarm of known)
    if (alarm.about.endedAt === null && !activeIds.has(alarm.id)) ended(draft, alarm, isStillDeaf);
}

function startAlarm(draft: AlarmDraft, { signal, since, cause }: ActiveSignal): Alarm {
  const { now, context } = draft;
  const isDelayed = delayedUntil(since, draft.suppressionContext) !== null;
  const about = { kind: 'signal', signal, cause: cause?.kind ?? null, endedAt: null } as const;
  const how = { banner: true, sound: context.settings.watching.sound, badge: true };
  const times = { since, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  const made = { about, severity: 'watching' as const, rules: [], how, ...times };
  const alarm = draft.add(made, isDelayed ? 'quiet' : null);
  if (!isDelayed) draft.notify(alarm.id, false);
  return alarm;
}

function continueAlarm(draft: AlarmDraft, alarm: SignalAlarm, { cause }: ActiveSignal): Alarm {
  const { about } = alarm;
  const kind = cause?.kind ?? null;
  if (about.endedAt !== null || about.cause !== kind) {
    draft.put({ ...alarm, about: { ...about, cause: kind, endedAt: null } });
    // The notification shows "Watching again" and must be replaced.
    if (about.endedAt !== null && draft.isDisplayed(alarm)) draft.update(alarm.id);
  }
  if (draft.isUnshown(alarm)) {
    if (delayedUntil(alarm.since, draft.suppressionContext) === null) draft.notify(alarm.id, false);
    else draft.put({ ...alarm, silence: 'quiet' });
  }
  return alarm;
}

function ended(draft: AlarmDraft, alarm: SignalAlarm, isStillDeaf: boolean): void {
  const { now } = draft;
  const isShowing = draft.isDisplayed(alarm);
  const silence = draft.isUnshown(alarm) ? 'late' : alarm.silence;
  draft.put({ ...alarm, about: { ...alarm.about, endedAt: now }, lastAt: now, silence });
  if (!isShowing || alarm.seenAt !== null) return;
  if (isStillDeaf && STREAM_SIGNALS.has(alarm.about.signal)) draft.withdraw(alarm.id);
  else draft.update(alarm.id);
}

/** Returns when the next delay by quiet hours ends, UTC epoch ms; null if there is none. */
export function notifyDelayedSignals(draft: AlarmDraft): number | null {
  let next: number | null = null;
  for (const alarm of draft.alarms().filter(isSignal)) {
    const { about, silence, since } = alarm;
    if (about.endedAt !== null || silence !== 'quiet') continue;
    const until = delayedUntil(since, draft.suppressionContext);
    if (until === null) {
      draft.put({ ...alarm, silence: null });
      draft.notify(alarm.id, false);
    } else next = Math.min(next ?? until, until);
  }
  return next;
}

function isSignal(alarm: Alarm): alarm is SignalAlarm {
  return alarm.about.kind === 'signal';
}
