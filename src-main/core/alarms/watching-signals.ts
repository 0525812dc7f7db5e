/**
 * What is wrong with watching itself: each beginning calls once, whatever the limit, and what ended says so in its place.
 * A signal with the same beginning is the same one, also after a restart; quiet hours hold it back for so long only.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmSignal } from '../../../src-shared/domain/alarm.ts';
import { type AlarmDraft, notShown } from './alarm-draft.ts';
import type { ActiveSignal } from './alarm-reducer.ts';
import { delayedUntil } from './suppression.ts';

type About = Alarm['about'] & { readonly kind: 'signal' };
type SignalAlarm = Alarm & { readonly about: About };

/** One of them takes the place of another: nobody listens in any of them. */
export const STREAM_SIGNALS: ReadonlySet<AlarmSignal> = new Set(['blind', 'seat-taken', 'sign-in-needed']);

export function applySignals(draft: AlarmDraft, present: readonly ActiveSignal[]): void {
  const known = draft.alarms().filter(isSignal);
  const lasting = new Set<string>();
  for (const signal of present) {
    const same = known.findLast(({ about, since }) => about.signal === signal.signal && since === signal.since);
    lasting.add((same === undefined ? begin(draft, signal) : goOn(draft, same, signal)).id);
  }
  const isStillDeaf = present.some(({ signal }) => STREAM_SIGNALS.has(signal));
  for (const alarm of known)
    if (alarm.about.endedAt === null && !lasting.has(alarm.id)) ended(draft, alarm, isStillDeaf);
}

function begin(draft: AlarmDraft, { signal, since, cause }: ActiveSignal): Alarm {
  const { now, context } = draft;
  const isHeld = delayedUntil(since, draft.suppressionContext) !== null;
  const about = { kind: 'signal', signal, cause: cause?.kind ?? null, endedAt: null } as const;
  const how = { banner: true, sound: context.settings.watching.sound, badge: true };
  const times = { since, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  const made = { about, severity: 'watching' as const, rules: [], how, ...times };
  const alarm = draft.add(made, isHeld ? 'quiet' : null);
  if (!isHeld) draft.notify(alarm.id, false);
  return alarm;
}

function goOn(draft: AlarmDraft, alarm: SignalAlarm, { cause }: ActiveSignal): Alarm {
  const { about, delivery } = alarm;
  const kind = cause?.kind ?? null;
  if (about.endedAt !== null || about.cause !== kind) {
    draft.put({ ...alarm, about: { ...about, cause: kind, endedAt: null } });
    // It says "Watching again".
    if (about.endedAt !== null && draft.isDisplayed(alarm)) draft.update(alarm.id);
  }
  // It stands there since before the start.
  if (delivery.kind === 'shown' && !draft.lastNotifiedAt.has(alarm.id)) draft.lastNotifiedAt.set(alarm.id, draft.now);
  // Committed before a crash, and shown by nobody.
  if (delivery.kind === 'due' && !draft.lastNotifiedAt.has(alarm.id)) {
    if (delayedUntil(alarm.since, draft.suppressionContext) === null) draft.notify(alarm.id, false);
    else draft.put({ ...alarm, delivery: notShown('quiet', draft.now) });
  }
  return alarm;
}

function ended(draft: AlarmDraft, alarm: SignalAlarm, isStillDeaf: boolean): void {
  const { now } = draft;
  const isShowing = draft.isDisplayed(alarm) || alarm.delivery.kind === 'shown';
  const isMissed = alarm.delivery.kind === 'due' && !isShowing;
  const delivery = isMissed ? notShown('late', now) : alarm.delivery;
  draft.put({ ...alarm, about: { ...alarm.about, endedAt: now }, lastAt: now, delivery });
  if (!isShowing || alarm.seenAt !== null) return;
  if (isStillDeaf && STREAM_SIGNALS.has(alarm.about.signal)) draft.withdraw(alarm.id);
  else draft.update(alarm.id);
}

/** Those that quiet hours held back, and hold no longer. @returns when the next one is let go */
export function notifyDelayedSignals(draft: AlarmDraft): number | null {
  let next: number | null = null;
  for (const alarm of draft.alarms().filter(isSignal)) {
    const { about, delivery, since } = alarm;
    if (about.endedAt !== null || delivery.kind !== 'not-shown' || delivery.why !== 'quiet') continue;
    const until = delayedUntil(since, draft.suppressionContext);
    if (until === null) {
      draft.put({ ...alarm, delivery: { kind: 'due' } });
      draft.notify(alarm.id, false);
    } else next = Math.min(next ?? until, until);
  }
  return next;
}

function isSignal(alarm: Alarm): alarm is SignalAlarm {
  return alarm.about.kind === 'signal';
}
