/**
 * Notifications of the browser: one for each alarm, and a later one of it takes its place. It says truly whether one was
 * shown, or why not; it never asks for leave by itself, which a browser grants to a click alone.
 */
import type { AlarmNotification } from '../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../src-shared/domain/alarm.ts';

/** `missing`: the browser has none, or not for a page like this. */
export type NotificationPermissionStatus = 'granted' | 'default' | 'denied' | 'missing';

/** Why none is shown, as the history says it; `granted` has nothing to say. */
const NOT_SHOWN_REASONS: Readonly<Record<Exclude<NotificationPermissionStatus, 'granted'>, string>> = {
  default: 'this browser was not asked yet',
  denied: 'this browser blocks notifications',
  missing: 'this browser has none for this page',
};
/** Of a system that neither shows it nor says why: by then somebody has seen it or nobody will. */
const SHOW_TIMEOUT_MS = 5_000;

export interface PageNotifier {
  /** @returns why it was not shown; `null`: it was */
  show(notice: AlarmNotification, opened: () => void): Promise<string | null>;
  withdraw(alarm: string): void;
}

export function notificationPermission(): NotificationPermissionStatus {
  // A page of another computer without TLS has none.
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'missing' : Notification.permission;
}

export function createPageNotifier(): PageNotifier {
  const shown = new Map<string, Notification>();
  /** Those that stood there, and were put away. */
  const dismissed = new Set<string>();
  return {
    async show(notice, opened) {
      const leave = notificationPermission();
      if (leave !== 'granted') return NOT_SHOWN_REASONS[leave];
      try {
        // An update of what somebody put away would be a call.
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

function createNotification({ alarm, title, body, isUpdate }: AlarmNotification): Notification {
  // Our own sounds, where anybody asked for them; what only changes calls nobody again.
  const options: NotificationOptions & { renotify: boolean } = { tag: alarm, body, silent: true, renotify: !isUpdate };
  return new Notification(title, options);
}

function waitUntilShown(notification: Notification): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), SHOW_TIMEOUT_MS);
    const answer = (why: string | null) => () => {
      clearTimeout(timer);
      resolve(why);
    };
    notification.addEventListener('show', answer(null));
    notification.addEventListener('error', answer('this computer did not show it'));
  });
}
