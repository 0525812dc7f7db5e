/** A component of its own: alarms arrive several times a second, and the rest of the bar must not render with them. */
import { alarmTitle } from '../../../src-shared/words/alarms/alarm-words.ts';
import { useIanaZone } from '../../alarms/use-iana-zone.ts';
import { useWatch } from '../../stores/use-stores.ts';
import type { BarState } from '../signal/bar-state.ts';
import { NoticesButton } from './NoticesButton.tsx';
import { watchNotices } from './notices.ts';
import { useReminders } from './use-reminders.ts';
import { type UnacknowledgedAlarms, useUnacknowledgedAlarms } from './use-unacknowledged-alarms.ts';
import { useVersionNotice } from './use-version-notice.ts';

const NONE_UNACKNOWLEDGED: UnacknowledgedAlarms = { count: 0, alarms: [], ids: [] };

interface BarNoticesProps {
  readonly bar: BarState;
  readonly signalWord: string;
  readonly hasButton: boolean;
}

export function BarNotices({ bar, signalWord, hasButton }: BarNoticesProps) {
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const storage = useWatch(({ shown }) => shown?.storage ?? null);
  const store = useWatch(({ shown }) => shown?.store ?? null);
  const live = !isLost && storage !== null && store !== null;
  const versionNotice = useVersionNotice();
  const stored = live ? watchNotices({ storage, store }, bar.kind === 'loud' && bar.subject === 'storage') : [];
  const notices = !live || versionNotice === null ? stored : [...stored, versionNotice];
  const due = useReminders();
  const reminders = live ? due : [];
  const allUnseen = useUnacknowledgedAlarms();
  const unacknowledged = live ? allUnseen : NONE_UNACKNOWLEDGED;
  const ianaZone = useIanaZone();
  const newest = unacknowledged.alarms.slice(0, 1).map((alarm) => alarmTitle(alarm, ianaZone))[0];
  return (
    <>
      <output className="visually-hidden">
        {announcement(bar, signalWord, notices.at(0)?.title ?? reminders.at(0)?.title ?? newest)}
      </output>
      {hasButton && <NoticesButton notices={notices} reminders={reminders} unacknowledged={unacknowledged} />}
    </>
  );
}

/** Text for screen readers: announces changes of state, not passing seconds. The sentence has its own alert. */
function announcement(bar: BarState, word: string, notice: string | undefined): string {
  const spoken = bar.kind === 'loud' ? [bar.word, bar.reason] : [word];
  return [...spoken, notice].filter((part) => part !== null && part !== undefined).join('. ');
}
