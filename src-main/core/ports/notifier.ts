/**
 * Shows desktop notifications if the host can; otherwise its pages show them. The alarm id alone identifies a
 * notification: its 64 random bits are unique across watches.
 */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import type { DeskState } from '../../../src-shared/domain/outlets/desk-state.ts';

export interface Notifier {
  /** Present state of the desktop. */
  readonly desk: DeskState;
  /**
   * Gives a notification to the desktop, in place of an earlier one of the same alarm. Resolves when the desktop has
   * accepted it, which may be late: the caller must not wait without a limit. @throws Error whose message gives the
   * reason
   */
  show(notice: AlarmNotification): Promise<void>;
  /** Removes the notification if it is still shown. Never rejects. */
  withdraw(alarm: string): Promise<void>;
  /** Sets the only listener for clicks on a notification. */
  onOpened(listener: (alarm: string) => void): void;
  /**
   * Sets the only listener for changes of `desk`. `hasReturned` is true if a service appeared that has none of the
   * earlier notifications.
   */
  onDeskChanged(listener: (hasReturned: boolean) => void): void;
  /** Leaves visible notifications as they are. Idempotent. */
  close(): Promise<void>;
}
