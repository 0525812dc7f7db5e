import type { Alarm, AlarmDelivery } from './raised-alarm.ts';
import { isHoldingBack } from '../outlets/desk-state.ts';
import { isLocalOutlet } from '../outlets/local-outlets.ts';

/** `due`: no outlet has reported yet. `accepted`: no proof that a user saw it. `held-back`: without a banner. */
const alarmStatuses = ['due', 'accepted', 'held-back', 'not-shown'] as const;
export type AlarmStatus = (typeof alarmStatuses)[number];

export function alarmStatus(alarm: Alarm): AlarmStatus {
  if (alarm.silence !== null) return 'not-shown';
  const accepted = acceptedBy(alarm);
  if (accepted.length > 0) return accepted.every(isHeldBack) ? 'held-back' : 'accepted';
  return alarm.deliveries.some(({ outlet }) => isLocalOutlet(outlet)) ? 'not-shown' : 'due';
}

export function acceptedAt(alarm: Pick<Alarm, 'deliveries'>): number | null {
  return acceptedBy(alarm)[0]?.at ?? null;
}

/** True if the desktop accepted the notification without showing a banner. A click proves that a user saw it all the same. */
export function isHeldBack({ desk, wasClicked }: Pick<AlarmDelivery, 'desk' | 'wasClicked'>): boolean {
  return desk !== undefined && isHoldingBack(desk) && wasClicked !== true;
}

function acceptedBy({ deliveries }: Pick<Alarm, 'deliveries'>): readonly AlarmDelivery[] {
  return deliveries.filter(({ outlet, outcome }) => isLocalOutlet(outlet) && outcome === 'delivered');
}
