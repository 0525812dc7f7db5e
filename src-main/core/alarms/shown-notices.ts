/** What was said last of each alarm that stands somewhere, so that nothing is shown again as it stands there. */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';

/** More alarms than that do not change at once; what is forgotten is said once more. */
const MAX_REMEMBERED_ALARMS = 200;

export class ShownNotices {
  readonly #texts = new Map<string, string>();

  /** `false` where it says what was said before. */
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
