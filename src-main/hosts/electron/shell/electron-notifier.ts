/**
 * Notifications by Electron, on macOS and Windows, and on Linux where no service of its own is on the session bus. It tells
 * whether the computer took a notification, never shows one that is an update of what somebody has put away, and makes
 * no sound: sounds are the page's.
 */
import type { NotificationConstructorOptions } from 'electron';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../../../src-shared/domain/alarm.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';

/** The part of Electron's class that is used. */
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

/** Some systems never say that they have shown one; that they refuse, they say at once. */
const REFUSAL_TIMEOUT_MS = 2_000;
/** One that is out of sight may still be clicked in the list of the system; older ones are let go. */
const MAX_RETAINED = 100;
const MAX_ERROR_LENGTH = 200;

export function createElectronNotifier(Notifications: NotificationClass): Notifier {
  const retained = new Map<string, ElectronNotification>();
  /** Those that stood there and were put away, or that the system refused. */
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
      // Windows says so, too, when the banner's few seconds are over: it stands in the list of the system from there on.
      if (reason !== 'timedOut') release();
    });
  }

  return {
    async show(notice) {
      // An update of what somebody put away would be a call; one of what never stood there only counts.
      if (!notice.banner || (notice.isUpdate && dismissed.has(notice.alarm))) return;
      if (!Notifications.isSupported()) throw new Error('This computer shows no notifications.');
      dismissed.delete(notice.alarm);
      const before = retained.get(notice.alarm);
      const notification = new Notifications(optionsOf(notice));
      retain(notice.alarm, notification);
      try {
        await showAndConfirm(notification, () => {
          // Where the id does not put the new one in its place.
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

function optionsOf({ alarm, title, body, severity, isUpdate }: AlarmNotification): NotificationConstructorOptions {
  const call = severity === 'watching' ? 'critical' : 'normal';
  return { id: alarm, title, body, silent: true, urgency: isUpdate ? 'low' : call };
}

/** @throws Error with the system's words */
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
