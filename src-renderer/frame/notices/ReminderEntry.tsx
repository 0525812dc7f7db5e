import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { useRecordAction } from '../../components/case-actions/use-record-action.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import styles from '../BarPopover.module.css';
import type { Reminder } from './reminders.ts';

export function ReminderEntry({ reminder: { key, title, at, href } }: { reminder: Reminder }) {
  const timeText = useTimeText({ zoned: true });
  const { act, isRecording, error } = useRecordAction();
  return (
    <li className={styles['notice']} data-tone="partial">
      <p>
        <strong>{title}</strong>, due {timeText(at)}.
        {error !== null && ` It could not be stored. ${visibleText(failureWords(error))}`}
      </p>
      <ButtonLink href={href} size="compact-xs">
        Show
      </ButtonLink>
      <Button
        size="compact-xs"
        disabled={isRecording}
        onClick={() => void act({ subjects: [key], name: title, count: 1 }, { kind: 'reminded' })}
      >
        Acknowledge
      </Button>
    </li>
  );
}
