/** Decides why alarms do not reach the user and what to do about it. Pure. */
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { DESKTOP } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { isHoldingBack } from '../../../../src-shared/domain/outlets/desk-state.ts';
import { cachedZonedWords } from '../../../../src-shared/words/alarms/alarm-parts.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { NotificationPermissionStatus } from '../../../alarms/page-notifier.ts';

export interface DeliveryProblem {
  readonly title: string;
  /** May contain untrusted text. */
  readonly words: string;
  readonly canRequestPermission: boolean;
}

export function deliveryProblem(
  { readOnly, shownBy, refused, desk }: Pick<AlarmsSnapshot, 'readOnly' | 'shownBy' | 'refused' | 'desk'>,
  leave: NotificationPermissionStatus,
  zone: string,
): DeliveryProblem | null {
  if (readOnly)
    return {
      title: 'Another Watchfloor watches this profile and sends its alarms.',
      words: 'Its alarms are listed here; change its settings there.',
      canRequestPermission: false,
    };
  if (shownBy === DESKTOP && refused !== null)
    return { title: 'This computer shows no notifications.', words: `Reason: ${refused}`, canRequestPermission: false };
  if (desk !== null && isHoldingBack(desk))
    return {
      title: 'This desktop holds notifications back.',
      words: 'Alarms are only in its list, and an open page plays their sound. Switch off Do Not Disturb to see them.',
      canRequestPermission: false,
    };
  if (shownBy === DESKTOP) return null;
  if (desk?.kind === 'missing')
    return {
      title: `No desktop has shown alarms since ${cachedZonedWords(zone).minute(desk.since)}.`,
      words: `Reason: ${desk.reason}. A notification service that starts is used at once; until then only pages show alarms.`,
      canRequestPermission: leave === 'default',
    };
  switch (leave) {
    case 'granted':
      return null;
    case 'default':
      return {
        title: 'This browser has not been asked to allow notifications.',
        words: 'Until you allow them, alarms are only counted here.',
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
        title: 'This browser cannot show notifications for this page.',
        words:
          'They need an address on this computer, such as http://127.0.0.1. Alarms are counted here and in the tab.',
        canRequestPermission: false,
      };
    default:
      return assertNever(leave);
  }
}
