import type { Notifier } from '../../src-main/core/ports/notifier.ts';
import type { DeskState } from '../../src-shared/domain/outlets/desk-state.ts';
import type { AlarmNotification } from '../../src-shared/api/alarms.ts';

export class RecordingNotifier implements Notifier {
  readonly shown: AlarmNotification[] = [];
  readonly withdrawn: string[] = [];
  closed = 0;
  failure: Error | null = null;
  desk: DeskState = { kind: 'available', service: 'double 1', banners: 'shown' };
  #opened: (alarm: string) => void = () => {};
  #deskChanged: (hasReturned: boolean) => void = () => {};

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
  onDeskChanged(listener: (hasReturned: boolean) => void): void {
    this.#deskChanged = listener;
  }
  become(desk: DeskState, hasReturned = false): void {
    this.desk = desk;
    this.#deskChanged(hasReturned);
  }
  click(alarm: string): void {
    this.#opened(alarm);
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
}
