import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import {
  type AlarmChannels,
  type AlarmSettings,
  MAX_ALARM_AGE_MS,
  MAX_SIGNAL_DELAY_MS,
} from '../../../src-shared/domain/cases/alarm.ts';

export type Suppression = NonNullable<Alarm['silence']>;

export interface SuppressionInput {
  readonly how: AlarmChannels;
  readonly at: number;
  readonly isMuted: boolean;
  readonly outOfHours: 'quiet' | 'hours' | null;
}

export interface SuppressionContext {
  readonly now: number;
  readonly quietUntil: number | null;
  readonly recentNotificationCount: number;
  readonly settings: Pick<AlarmSettings, 'perMinute'>;
}

/** Null if the alarm notifies. Of several reasons, the one that would last longest. */
export function suppressionFor(
  { how, at, isMuted, outOfHours }: SuppressionInput,
  around: SuppressionContext,
): Suppression | null {
  if (around.now - at > MAX_ALARM_AGE_MS) return 'late';
  if (isMuted) return 'muted';
  if (!how.banner && !how.sound) return 'no-banner';
  if (outOfHours !== null) return outOfHours;
  return around.recentNotificationCount >= around.settings.perMinute ? 'cap' : null;
}

/** UTC epoch ms; null if quiet hours do not delay the signal. `since`: its start. */
export function delayedUntil(since: number, { now, quietUntil }: SuppressionContext): number | null {
  if (quietUntil === null) return null;
  const until = Math.min(quietUntil, since + MAX_SIGNAL_DELAY_MS);
  return until > now ? until : null;
}
