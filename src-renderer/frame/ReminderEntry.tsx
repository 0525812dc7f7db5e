/** One reminder among the notices: the way to what it is about, and that it was seen. */
import { Button, ButtonLink } from '../components/Button.tsx';
import { useAct } from '../components/owning/use-act.ts';
import { useAppearance, useNow } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { shortTimeText, zoneText } from '../time/time-text.ts';
import { troubleWords } from '../words/error-words.ts';
import styles from './BarPopover.module.css';
import type { Reminder } from './reminders.ts';

export function ReminderEntry({ reminder: { key, title, at, href } }: { reminder: Reminder }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const { act, isActing, trouble } = useAct();
  return (
    <li className={styles['notice']} data-tone="partial">
      <p>
        <strong>{title}</strong>, due {shortTimeText(at, now, zone)} {zoneText(at, zone)}.
        {trouble !== null && ` It could not be stored. ${visibleText(troubleWords(trouble))}`}
      </p>
      <ButtonLink href={href} variant="default" size="compact-xs">
        Show
      </ButtonLink>
      <Button
        variant="default"
        size="compact-xs"
        disabled={isActing}
        onClick={() => void act([key], { kind: 'reminded' })}
      >
        I have seen it
      </Button>
    </li>
  );
}
