/** Whether an alarm calls, or why it does not: one decision for what happens now, and for what was left over by a crash. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import { type AlarmHow, type AlarmSettings, LATE_MS } from '../../../src-shared/domain/alarm.ts';

export type Silence = (Alarm['delivery'] & { readonly kind: 'not-shown' })['why'];

export interface Loudness {
  readonly how: AlarmHow;
  /** Of the event, our clock. */
  readonly at: number;
  readonly isMuted: boolean;
}

export interface Around {
  readonly now: number;
  readonly quietUntil: number | null;
  /** Calls of the last minute. */
  readonly inMinute: number;
  readonly settings: Pick<AlarmSettings, 'perMinute' | 'signalBreaksQuietMinutes'>;
}

/** Of several reasons the one that would last longest. `null`: it calls. */
export function silenceOf({ how, at, isMuted }: Loudness, around: Around): Silence | null {
  if (around.now - at > LATE_MS) return 'late';
  if (isMuted) return 'muted';
  if (!how.banner && !how.sound) return 'no-banner';
  if (around.quietUntil !== null) return 'quiet';
  return around.inMinute >= around.settings.perMinute ? 'cap' : null;
}

/** Until when quiet hours hold a signal back, UTC epoch ms; `null`: they do not. @param since of the signal */
export function heldUntil(since: number, { now, quietUntil, settings }: Around): number | null {
  if (quietUntil === null) return null;
  const minutes = settings.signalBreaksQuietMinutes;
  const until = minutes === null ? quietUntil : Math.min(quietUntil, since + minutes * 60_000);
  return until > now ? until : null;
}
