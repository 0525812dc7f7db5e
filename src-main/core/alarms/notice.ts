import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { notificationTexts } from '../../../src-shared/words/alarms/alarm-words.ts';
import type { NotificationChange } from './alarm-step.ts';

const MAX_REMEMBERED_ALARMS = 200;

/** Remembers the last text of each displayed notification, so that an update with the same text is skipped. */
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

export interface NoticeContext {
  readonly watch: WatchId;
  readonly profile: string;
  readonly practice: boolean;
  readonly zone: string;
}

export function noticeOf(
  { alarm, kind }: NotificationChange,
  { watch, profile, practice, zone }: NoticeContext,
): AlarmNotification {
  const isUpdate = kind === 'update';
  const { id, severity, how, about } = alarm;
  const isLasting = about.kind === 'signal' && about.endedAt === null;
  const texts = notificationTexts(alarm, { profile, practice }, zone);
  const sound = how.sound && kind === 'call';
  return { watch, alarm: id, severity, ...texts, banner: how.banner, sound, isUpdate, isLasting };
}
