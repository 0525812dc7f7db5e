/**
 * Shows desktop notifications if the host can; otherwise its pages show them. The alarm id alone identifies a
 * notification: its 64 random bits are unique across watches.
 */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';

export interface Notifier {
  /**
   * Shows a notification and replaces an earlier one of the same alarm. @throws Error whose message gives the reason
   */
  show(notice: AlarmNotification): Promise<void>;
  /** Removes the notification if it is still shown. Never rejects. */
  withdraw(alarm: string): Promise<void>;
  /** Sets the only listener for clicks on a notification. */
  onOpened(listener: (alarm: string) => void): void;
  /** Leaves visible notifications as they are. Idempotent. */
  close(): Promise<void>;
}
