/** Serves macOS, Windows, and Linux without a notification service. Makes no sound, because the page does. */
import type { NotificationConstructorOptions } from 'electron';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';
import { toastXml } from './earlier-notifications.ts';

export interface NotificationClass {
  new (options: NotificationConstructorOptions): ElectronNotification;
  isSupported(): boolean;
}
interface ElectronNotification {
  on(event: 'show' | 'click', listener: () => void): unknown;
  on(event: 'close', listener: (details: { readonly reason?: string }) => void): unknown;
  on(event: 'failed', listener: (event: unknown, error: string) => void): unknown;
  show(): void;
  close(): void;
}

/** Some systems never report that they showed a notification, but they report a refusal immediately. */
const REFUSAL_TIMEOUT_MS = 2_000;
/** The user may still click an older notification in the list of the system. Older ones than these are forgotten. */
const MAX_RETAINED = 100;
const MAX_ERROR_LENGTH = 200;

export function createElectronNotifier(Notifications: NotificationClass, platform: NodeJS.Platform): Notifier {
  const retained = new Map<string, ElectronNotification>();
  const dismissed = new Set<string>();
  let opened: (alarm: string) => void = () => undefined;

  function markDismissed(alarm: string): void {
    retained.delete(alarm);
    dismissed.add(alarm);
    for (const oldest of dismissed) if (dismissed.size > MAX_STORED_ALARMS) dismissed.delete(oldest);
  }

  function retain(alarm: string, notification: ElectronNotification): void {
    retained.delete(alarm);
    retained.set(alarm, notification);
    for (const oldest of retained.keys()) if (retained.size > MAX_RETAINED) retained.delete(oldest);
    const release = () => {
      if (retained.get(alarm) === notification) markDismissed(alarm);
    };
    notification.on('click', () => {
      release();
      opened(alarm);
    });
    notification.on('close', ({ reason }) => {
      // Windows also emits `close` when the banner is over; the notification is then in the list of the system.
      if (reason !== 'timedOut') release();
    });
  }

  return {
    // Neither Electron nor Chromium reports Do Not Disturb or a focus of the system.
    desk: { kind: 'available', service: null, banners: 'unknown' },
    onDeskChanged: () => undefined,
    async show(notice) {
      // An update of a dismissed notification would alert again. Without a banner the alarm only counts.
      if (!notice.banner || (notice.isUpdate && dismissed.has(notice.alarm))) return;
      if (!Notifications.isSupported()) throw new Error('Notifications are not available on this computer.');
      dismissed.delete(notice.alarm);
      const before = retained.get(notice.alarm);
      const notification = new Notifications(optionsOf(notice, platform));
      retain(notice.alarm, notification);
      try {
        await showAndConfirm(notification, () => {
          // Some systems do not replace a notification with the same id.
          before?.close();
          notification.show();
        });
      } catch (error) {
        if (retained.get(notice.alarm) === notification) markDismissed(notice.alarm);
        throw error;
      }
    },
    async withdraw(alarm) {
      const notification = retained.get(alarm);
      retained.delete(alarm);
      notification?.close();
    },
    onOpened(listener) {
      opened = listener;
    },
    async close() {
      retained.clear();
    },
  };
}

function optionsOf(notice: AlarmNotification, platform: NodeJS.Platform): NotificationConstructorOptions {
  const { alarm, title, body, isUpdate, isLasting } = notice;
  const urgency = isLasting ? 'critical' : isUpdate ? 'low' : 'normal';
  const options = { id: alarm, title, body, silent: true, urgency } as const;
  if (platform === 'win32') return { ...options, toastXml: toastXml(notice) };
  return isLasting ? { ...options, timeoutType: 'never' } : options;
}

/** Resolves when the system has accepted the notification. @throws Error with the system's message */
function showAndConfirm(notification: ElectronNotification, show: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const quiet = setTimeout(resolve, REFUSAL_TIMEOUT_MS);
    const end = (finish: () => void) => {
      clearTimeout(quiet);
      finish();
    };
    notification.on('show', () => end(resolve));
    notification.on('failed', (_event, error) => end(() => reject(new Error(error.slice(0, MAX_ERROR_LENGTH)))));
    show();
  });
}
