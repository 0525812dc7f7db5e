/** Whether an alarm calls, or why it does not: one decision for what happens now, and for what was left over by a crash. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { type AlarmChannels, type AlarmSettings, MAX_ALARM_AGE_MS } from '../../../src-shared/domain/alarm.ts';

export type Suppression = (Alarm['delivery'] & { readonly kind: 'not-shown' })['why'];

export interface SuppressionInput {
  readonly how: AlarmChannels;
  /** Of the event, our clock. */
  readonly at: number;
  readonly isMuted: boolean;
}

export interface SuppressionContext {
  readonly now: number;
  readonly quietUntil: number | null;
  /** Calls of the last minute. */
  readonly recentNotificationCount: number;
  readonly settings: Pick<AlarmSettings, 'perMinute' | 'signalBreaksQuietMinutes'>;
}

/** Of several reasons the one that would last longest. `null`: it calls. */
export function suppressionFor({ how, at, isMuted }: SuppressionInput, around: SuppressionContext): Suppression | null {
  if (around.now - at > MAX_ALARM_AGE_MS) return 'late';
  if (isMuted) return 'muted';
  if (!how.banner && !how.sound) return 'no-banner';
  if (around.quietUntil !== null) return 'quiet';
  return around.recentNotificationCount >= around.settings.perMinute ? 'cap' : null;
}

/** Until when quiet hours hold a signal back, UTC epoch ms; `null`: they do not. @param since of the signal */
export function delayedUntil(since: number, { now, quietUntil, settings }: SuppressionContext): number | null {
  if (quietUntil === null) return null;
  const minutes = settings.signalBreaksQuietMinutes;
  const until = minutes === null ? quietUntil : Math.min(quietUntil, since + minutes * 60_000);
  return until > now ? until : null;
}
