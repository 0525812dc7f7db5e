import { BellDot } from 'lucide-react';
import { unacknowledgedWords } from '../../../src-shared/words/alarms/alarm-words.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { useTimeText } from '../../stores/use-time-text.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AlarmEntries } from './AlarmEntries.tsx';
import { BarPopover } from '../BarPopover.tsx';
import styles from '../BarPopover.module.css';
import type { Notice } from './notices.ts';
import { ReminderEntry } from './ReminderEntry.tsx';
import type { Reminder } from './reminders.ts';
import type { UnacknowledgedAlarms } from './use-unacknowledged-alarms.ts';

interface NoticesButtonProps {
  readonly notices: readonly Notice[];
  readonly reminders: readonly Reminder[];
  readonly unacknowledged: UnacknowledgedAlarms;
}

export function NoticesButton({ notices, reminders, unacknowledged }: NoticesButtonProps) {
  const [worst] = notices;
  const others = notices.length + reminders.length;
  const all = others + unacknowledged.count;
  if (all === 0) return null;
  const noun = others === 0 ? 'alarm' : 'notice';
  const count = counted(all, noun);
  const isFailed = unacknowledged.alarms.some(({ severity }) => severity === 'failed' || severity === 'watching');
  return (
    <BarPopover
      name={worst?.kind === 'not-storing' ? 'Not storing' : count}
      icon={BellDot}
      title={others === 0 ? unacknowledgedWords(all) : count}
      tone={worst?.tone === 'failed' || isFailed ? 'failed' : 'partial'}
    >
      <ul className={styles['notices']}>
        {notices.map((notice) => (
          <Entry key={notice.kind} notice={notice} />
        ))}
        {reminders.map((reminder) => (
          <ReminderEntry key={reminder.key} reminder={reminder} />
        ))}
        <AlarmEntries unacknowledged={unacknowledged} />
      </ul>
    </BarPopover>
  );
}

function Entry({ notice }: { notice: Notice }) {
  const timeText = useTimeText({ zoned: true });
  const { at, kind, title, tone, words } = notice;
  return (
    <li className={styles['notice']} data-tone={tone}>
      <p>
        <strong>{title}</strong>
        {kind === 'not-storing' ? ' since ' : ', noticed '}
        {timeText(at)}. {visibleText(words)}
      </p>
      {kind === 'other-version' && (
        <Button size="compact-xs" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
      {(kind === 'incident' || kind === 'copy-failed') && (
        <ButtonLink href={hrefOf('data')} size="compact-xs">
          Show
        </ButtonLink>
      )}
    </li>
  );
}
