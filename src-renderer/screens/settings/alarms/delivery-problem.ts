/** Decides why alarms do not reach the user and what to do about it. Pure. */
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { NotificationPermissionStatus } from '../../../alarms/page-notifier.ts';

export interface DeliveryProblem {
  readonly title: string;
  /** May contain untrusted text. */
  readonly words: string;
  readonly canRequestPermission: boolean;
}

export function deliveryProblem(
  { readOnly, shownBy, refused }: Pick<AlarmsSnapshot, 'readOnly' | 'shownBy' | 'refused'>,
  leave: NotificationPermissionStatus,
): DeliveryProblem | null {
  if (readOnly)
    return {
      title: 'Another Watchfloor watches this profile, and alarms for it.',
      words: 'What it alarmed is read here; it is set there.',
      canRequestPermission: false,
    };
  if (shownBy === 'desktop')
    return refused === null
      ? null
      : { title: 'This computer shows no notifications.', words: `It says: ${refused}`, canRequestPermission: false };
  switch (leave) {
    case 'granted':
      return null;
    case 'default':
      return {
        title: 'This browser was not asked for notifications yet.',
        words: 'Until it allows them, alarms are counted here and shown nowhere else.',
        canRequestPermission: true,
      };
    case 'denied':
      return {
        title: 'This browser blocks notifications of Watchfloor.',
        words: 'Allow them in its settings for this page, left of the address.',
        canRequestPermission: false,
      };
    case 'missing':
      return {
        title: 'This browser has no notifications for this page.',
        words: 'They need a page of this computer, as http://127.0.0.1. Alarms are counted here and in the tab.',
        canRequestPermission: false,
      };
    default:
      return assertNever(leave);
  }
}
