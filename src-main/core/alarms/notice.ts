/** An alarm that calls, as it is handed to whoever shows it: in words, with what is to be heard. */
import type { Notice } from '../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { noticeTexts } from '../../../src-shared/words/alarm-words.ts';
import type { AlarmCall } from './alarm-step.ts';

export interface NoticeOf {
  readonly watch: WatchId;
  readonly profile: string;
  readonly practice: boolean;
  /** IANA */
  readonly zone: string;
}

export function noticeOf({ alarm, kind }: AlarmCall, { watch, profile, practice, zone }: NoticeOf): Notice {
  const isUpdate = kind === 'update';
  const { id, severity, how } = alarm;
  const texts = noticeTexts(alarm, { profile, practice }, zone);
  return { watch, alarm: id, severity, ...texts, banner: how.banner, sound: how.sound && !isUpdate, isUpdate };
}
