/** Shows notifications if the host can; otherwise its pages do. The alarm id alone identifies one, across watches. */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import type { DeskState } from '../../../src-shared/domain/outlets/desk-state.ts';

export interface Notifier {
  readonly desk: DeskState;
  /** The desktop may accept it late: do not wait without a limit. @throws Error whose message gives the reason */
  show(notice: AlarmNotification): Promise<void>;
  /** Removes the notification if it is still shown. Never rejects. */
  withdraw(alarm: string): Promise<void>;
  /** Sets the only listener for clicks on a notification. */
  onOpened(listener: (alarm: string) => void): void;
  /** Sets the only listener. `hasReturned`: a service appeared that has none of the earlier notifications. */
  onDeskChanged(listener: (hasReturned: boolean) => void): void;
  /** Leaves visible notifications as they are. Idempotent. */
  close(): Promise<void>;
}
