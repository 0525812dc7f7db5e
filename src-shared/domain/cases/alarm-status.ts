/** Derives from the deliveries of an alarm if this computer showed it. */
import type { Alarm } from '../../api/alarms.ts';
import { isLocalOutlet } from '../outlets/local-outlets.ts';

/** `due`: it notifies, and no outlet of this computer has reported the outcome yet. */
export type AlarmStatus = 'due' | 'shown' | 'not-shown';

export function alarmStatus(alarm: Alarm): AlarmStatus {
  if (alarm.silence !== null) return 'not-shown';
  if (shownAt(alarm) !== null) return 'shown';
  return alarm.deliveries.some(({ outlet }) => isLocalOutlet(outlet)) ? 'not-shown' : 'due';
}

/** When this computer showed the alarm, UTC epoch ms; null if it did not. */
export function shownAt({ deliveries }: Pick<Alarm, 'deliveries'>): number | null {
  return deliveries.find(({ outlet, outcome }) => isLocalOutlet(outlet) && outcome === 'delivered')?.at ?? null;
}
