/**
 * Shows notifications where a host can do it by itself. A host without one leaves it to its pages. The id of an alarm alone
 * names it: 64 random bits, so that alarms of two watches do not meet.
 */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';

export interface Notifier {
  /** One with the same alarm takes the place of the one before. @throws Error whose message says why it was not shown */
  show(notice: AlarmNotification): Promise<void>;
  /** Takes it away, where it still stands. Never rejects. */
  withdraw(alarm: string): Promise<void>;
  /** For one listener: somebody clicked it. */
  onOpened(listener: (alarm: string) => void): void;
  /** Idempotent. What stands on the screen may stay. */
  close(): Promise<void>;
}
