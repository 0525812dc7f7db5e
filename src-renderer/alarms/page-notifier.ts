/** Shows one notification per alarm; an update replaces it. Never asks for permission: that needs a click. */
import type { AlarmNotification } from '../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../src-shared/domain/cases/alarm.ts';

/** `missing`: the browser has no notifications, or not for this page. */
export type NotificationPermissionStatus = 'granted' | 'default' | 'denied' | 'missing';

const NOT_SHOWN_REASONS: Readonly<Record<Exclude<NotificationPermissionStatus, 'granted'>, string>> = {
  default: 'this browser has not been asked to allow them',
  denied: 'this browser blocks notifications',
  missing: 'this browser cannot show any for this page',
};
/** Some systems report neither `show` nor `error`. After 5 s the notification counts as shown. */
const SHOW_TIMEOUT_MS = 5_000;

export interface PageNotifier {
  /** @returns the reason if it was not shown, else null */
  show(notice: AlarmNotification, opened: () => void): Promise<string | null>;
  withdraw(alarm: string): void;
}

export function notificationPermission(): NotificationPermissionStatus {
  // A page from another computer without TLS has no notifications.
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'missing' : Notification.permission;
}

export function createPageNotifier(): PageNotifier {
  const shown = new Map<string, Notification>();
  const dismissed = new Set<string>();
  return {
    async show(notice, opened) {
      const leave = notificationPermission();
      if (leave !== 'granted') return NOT_SHOWN_REASONS[leave];
      try {
        // An update must not bring back a notification that the user closed.
        if (notice.isUpdate && dismissed.has(notice.alarm)) return null;
        dismissed.delete(notice.alarm);
        const notification = createNotification(notice);
        shown.set(notice.alarm, notification);
        notification.addEventListener('click', () => {
          window.focus();
          notification.close();
          opened();
        });
        notification.addEventListener('close', () => {
          if (shown.get(notice.alarm) !== notification) return;
          shown.delete(notice.alarm);
          dismissed.add(notice.alarm);
          for (const oldest of dismissed) if (dismissed.size > MAX_STORED_ALARMS) dismissed.delete(oldest);
        });
        return await waitUntilShown(notification);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    withdraw(alarm) {
      const notification = shown.get(alarm);
      shown.delete(alarm);
      notification?.close();
    },
  };
}

function createNotification({ alarm, title, body, isUpdate, isLasting }: AlarmNotification): Notification {
  // The page plays its own sounds if a rule asks for them. An update does not alert again. A loss of the stream stays
  // on the screen.
  const options: NotificationOptions & { renotify: boolean } = {
    tag: alarm,
    body,
    silent: true,
    renotify: !isUpdate,
    requireInteraction: isLasting,
  };
  return new Notification(title, options);
}

function waitUntilShown(notification: Notification): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), SHOW_TIMEOUT_MS);
    const settle = (problem: string | null) => () => {
      clearTimeout(timer);
      resolve(problem);
    };
    notification.addEventListener('show', settle(null));
    notification.addEventListener('error', settle('this computer did not show it'));
  });
}
