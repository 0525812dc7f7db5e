import {
  AlarmClock,
  Bell,
  BellOff,
  Check,
  Hand,
  HandGrab,
  type LucideIcon,
  Package,
  RotateCcw,
  SquarePen,
  Undo2,
} from 'lucide-react';
import type { CaseDetail } from '../../../../src-shared/api/cases.ts';
import type { ActionEntry, Action } from '../../../../src-shared/domain/cases/action.ts';
import { caseCountOf, actionWords } from '../../../../src-shared/words/ownership-words.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { usePerson } from '../../../stores/use-author.ts';
import { useNow } from '../../../stores/use-stores.ts';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { lengthText, ZONED_MINUTE } from '../../../time/time-text.ts';
import styles from './CaseLog.module.css';
import { TitledPanel } from '../../../components/TitledPanel.tsx';

const ICONS: Readonly<Record<Action['kind'], LucideIcon>> = {
  take: Hand,
  release: HandGrab,
  note: SquarePen,
  done: Check,
  reopen: RotateCcw,
  undo: Undo2,
  mute: BellOff,
  unmute: Bell,
  retried: RotateCcw,
  remind: AlarmClock,
  reminded: AlarmClock,
  pack: Package,
};

export function ActionLog({ detail: { facts, moreFacts, summary } }: { detail: CaseDetail }) {
  const now = useNow(60_000);
  return (
    <TitledPanel title="Owner and notes" note={summary.isBack && 'back again after it ended'}>
      {facts.length === 0 ? (
        <p className={styles['more']}>
          No actions yet.
          {summary.openedAt !== null && ` Open for ${lengthText(now - summary.openedAt)}.`}
        </p>
      ) : (
        <ol className={styles['lines']}>
          {facts.map((entry) => (
            <li key={entry.id} className={styles['line']}>
              <ActionLogEntry entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {moreFacts > 0 && <p className={styles['more']}>and {moreFacts} older ones</p>}
    </TitledPanel>
  );
}

function ActionLogEntry({ entry }: { entry: ActionEntry }) {
  const me = usePerson();
  const timeText = useTimeText(ZONED_MINUTE);
  const { deed, author, at, text } = entry;
  const Icon = ICONS[deed.kind];
  const isMine = author.id === me?.id;
  const words = actionWords(deed, caseCountOf(entry), timeText);
  return (
    <>
      <Icon size={12} aria-hidden="true" />
      <span className={styles['time']}>
        <Time at={at} />
      </span>
      <span className={styles['text']}>
        {(deed.kind !== 'note' || caseCountOf(entry) > 1) && (
          <>
            {isMine ? 'You' : <Untrusted text={author.name} />} {words}{' '}
            {deed.kind === 'pack' && deed.ticket !== null && <Untrusted text={deed.ticket} />}
          </>
        )}
        {text !== '' && <Untrusted as="q" text={text} allowed={'\n'} />}
      </span>
      <span className="meta nowrap">{deed.kind === 'note' && (isMine ? 'You' : <Untrusted text={author.name} />)}</span>
    </>
  );
}
