/** What stands between an alarm and whoever should see it, and what to do about it. Decides only. */
import type { AlarmsState } from '../../../../src-shared/api/alarms.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { NotificationLeave } from '../../../alarms/page-notifier.ts';

export interface AlarmsStanding {
  readonly title: string;
  /** It may hold hostile characters. */
  readonly words: string;
  /** A click can ask for it. */
  readonly canAsk: boolean;
}

/** `null`: nothing does. */
export function alarmsStanding(
  { readOnly, shownBy, refused }: Pick<AlarmsState, 'readOnly' | 'shownBy' | 'refused'>,
  leave: NotificationLeave,
): AlarmsStanding | null {
  if (readOnly)
    return {
      title: 'Another Watchfloor watches this profile, and alarms for it.',
      words: 'What it alarmed is read here; it is set there.',
      canAsk: false,
    };
  if (shownBy === 'desktop')
    return refused === null
      ? null
      : { title: 'This computer shows no notifications.', words: `It says: ${refused}`, canAsk: false };
  switch (leave) {
    case 'granted':
      return null;
    case 'default':
      return {
        title: 'This browser was not asked for notifications yet.',
        words: 'Until it allows them, alarms are counted here and shown nowhere else.',
        canAsk: true,
      };
    case 'denied':
      return {
        title: 'This browser blocks notifications of Watchfloor.',
        words: 'Allow them in its settings for this page, left of the address.',
        canAsk: false,
      };
    case 'missing':
      return {
        title: 'This browser has no notifications for this page.',
        words: 'They need a page of this computer, as http://127.0.0.1. Alarms are counted here and in the tab.',
        canAsk: false,
      };
    default:
      return assertNever(leave);
  }
}
