import type { Notifier } from '../../src-main/core/ports/notifier.ts';
import type { AlarmNotification } from '../../src-shared/api/alarms.ts';

export class RecordingNotifier implements Notifier {
  readonly shown: AlarmNotification[] = [];
  readonly withdrawn: string[] = [];
  closed = 0;
  failure: Error | null = null;
  #opened: (alarm: string) => void = () => {};

  /** Notifications that alert the operator, without updates of earlier ones. */
  get calls(): readonly AlarmNotification[] {
    return this.shown.filter(({ isUpdate }) => !isUpdate);
  }
  async show(notice: AlarmNotification): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.shown.push(notice);
  }
  async withdraw(alarm: string): Promise<void> {
    this.withdrawn.push(alarm);
  }
  onOpened(listener: (alarm: string) => void): void {
    this.#opened = listener;
  }
  click(alarm: string): void {
    this.#opened(alarm);
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
}
