/** A notifier that only remembers what it was to show. */
import type { Notifier } from '../../src-main/core/ports/notifier.ts';
import type { Notice } from '../../src-shared/api/alarms.ts';

export class RecordingNotifier implements Notifier {
  readonly shown: Notice[] = [];
  readonly withdrawn: string[] = [];
  closed = 0;
  /** Where set, nothing is shown. */
  failure: Error | null = null;
  #opened: (alarm: string) => void = () => {};

  /** Those that called somebody; the others took their places. */
  get calls(): readonly Notice[] {
    return this.shown.filter(({ isUpdate }) => !isUpdate);
  }
  async show(notice: Notice): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.shown.push(notice);
  }
  async withdraw(alarm: string): Promise<void> {
    this.withdrawn.push(alarm);
  }
  onOpened(listener: (alarm: string) => void): void {
    this.#opened = listener;
  }
  /** Somebody clicks. */
  click(alarm: string): void {
    this.#opened(alarm);
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
}
