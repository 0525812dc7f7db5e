import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { notificationTexts } from '../../../src-shared/words/alarm-words.ts';
import type { NotificationChange } from './alarm-reducer.ts';

export interface NoticeContext {
  readonly watch: WatchId;
  readonly profile: string;
  readonly practice: boolean;
  /** IANA */
  readonly zone: string;
}

export function noticeOf(
  { alarm, kind }: NotificationChange,
  { watch, profile, practice, zone }: NoticeContext,
): AlarmNotification {
  const isUpdate = kind === 'update';
  const { id, severity, how } = alarm;
  const texts = notificationTexts(alarm, { profile, practice }, zone);
  return { watch, alarm: id, severity, ...texts, banner: how.banner, sound: how.sound && !isUpdate, isUpdate };
}
