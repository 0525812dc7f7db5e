/** Remembers the last text of each displayed notification, so that an update with the same text is skipped. */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';

const MAX_REMEMBERED_ALARMS = 200;

export class ShownNotices {
  readonly #texts = new Map<string, string>();

  isNew({ alarm, title, body, banner }: AlarmNotification): boolean {
    const text = JSON.stringify([title, body, banner]);
    const before = this.#texts.get(alarm);
    this.forget(alarm);
    this.#texts.set(alarm, text);
    for (const oldest of this.#texts.keys()) if (this.#texts.size > MAX_REMEMBERED_ALARMS) this.forget(oldest);
    return before !== text;
  }

  forget(alarm: string): void {
    this.#texts.delete(alarm);
  }
}
