import {
  AlarmClock,
  Bell,
  BellOff,
  Check,
  Hand,
  HandGrab,
  Handshake,
  type LucideIcon,
  Package,
  RotateCcw,
  SquarePen,
  Undo2,
  Users,
  X,
} from 'lucide-react';
import type { CaseAction, CaseDetail } from '../../../../src-shared/api/cases.ts';
import type { Action, Author } from '../../../../src-shared/domain/cases/action.ts';
import { isSignedInAuthor } from '../../../../src-shared/domain/cases/author-id.ts';
import { authorNamer, VERIFIED_NOTE } from '../../../../src-shared/domain/cases/author-name.ts';
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
  'share-view': Users,
  'unshare-view': Users,
  'hand-over': Handshake,
  accept: Handshake,
  decline: X,
};

export function ActionLog({ detail: { facts, moreFacts, summary } }: { detail: CaseDetail }) {
  const now = useNow(60_000);
  const nameOf = authorNamer(facts.map(({ author }) => author));
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
              <ActionLogEntry entry={entry} nameOf={nameOf} />
            </li>
          ))}
        </ol>
      )}
      {facts.some(({ author }) => isSignedInAuthor(author)) && <p className={styles['more']}>{VERIFIED_NOTE}</p>}
      {moreFacts > 0 && <p className={styles['more']}>and {moreFacts} older ones</p>}
    </TitledPanel>
  );
}

function ActionLogEntry({ entry, nameOf }: { entry: CaseAction; nameOf: (author: Author) => string }) {
  const me = usePerson();
  const timeText = useTimeText(ZONED_MINUTE);
  const { deed, author, at, text } = entry;
  const Icon = ICONS[deed.kind];
  // The user's own actions are marked, too.
  const name =
    author.id === me?.id ? `You${isSignedInAuthor(author) ? ' (verified)' : ''}` : <Untrusted text={nameOf(author)} />;
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
            {name} {words} {deed.kind === 'pack' && deed.ticket !== null && <Untrusted text={deed.ticket} />}
          </>
        )}
        {text !== '' && <Untrusted as="q" text={text} allowed={'\n'} />}
      </span>
      <span className="meta nowrap">
        {deed.kind === 'note' && name}
        {entry.isSending === true && ' · sending'}
      </span>
    </>
  );
}
