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
import type { CaseAction, CaseDetail, CaseSummary } from '../../../../src-shared/api/cases.ts';
import type { Action, Author } from '../../../../src-shared/domain/cases/action.ts';
import { isCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
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
  explain: SquarePen,
  'set-targets': SquarePen,
  'hand-over': Handshake,
  accept: Handshake,
  decline: X,
};

export function ActionLog({ detail: { actions, moreActions, summary } }: { detail: CaseDetail }) {
  const now = useNow(60_000);
  const nameOf = authorNamer(actions.map(({ author }) => author));
  return (
    <TitledPanel title="Owner and notes" note={summary.isBack && 'back again after it ended'}>
      {actions.length === 0 ? (
        <p className={styles['more']}>
          No actions yet.
          {summary.openedAt !== null && ` Open for ${lengthText(now - summary.openedAt)}.`}
        </p>
      ) : (
        <ol className={styles['lines']}>
          {actions.map((entry) => (
            <li key={entry.id} className={styles['line']}>
              <ActionLogEntry entry={entry} summary={summary} nameOf={nameOf} />
            </li>
          ))}
        </ol>
      )}
      {actions.some(({ author }) => isSignedInAuthor(author)) && <p className={styles['more']}>{VERIFIED_NOTE}</p>}
      {moreActions > 0 && <p className={styles['more']}>and {moreActions} older ones</p>}
    </TitledPanel>
  );
}

interface ActionLogEntryProps {
  readonly entry: CaseAction;
  readonly summary: CaseSummary;
  readonly nameOf: (author: Author) => string;
}

function ActionLogEntry({ entry, summary, nameOf }: ActionLogEntryProps) {
  const me = usePerson();
  const timeText = useTimeText(ZONED_MINUTE);
  const { what, author, at, text, subjects } = entry;
  const isOfGroup = subjects.some(isCauseKey);
  const Icon = ICONS[what.kind];
  // The user's own actions are marked, too.
  const name =
    author.id === me?.id ? `You${isSignedInAuthor(author) ? ' (verified)' : ''}` : <Untrusted text={nameOf(author)} />;
  const words = actionWords(what, caseCountOf(entry), timeText, subjects.every(isCauseKey) ? 'the group' : undefined);
  return (
    <>
      <Icon size={12} aria-hidden="true" />
      <span className={styles['time']}>
        <Time at={at} />
      </span>
      <span className={styles['text']}>
        {(what.kind !== 'note' || caseCountOf(entry) > 1) && (
          <>
            {name} {words} {what.kind === 'pack' && what.ticket !== null && <Untrusted text={what.ticket} />}
          </>
        )}
        {text !== '' && <Untrusted as="q" text={text} allowed={'\n'} />}
      </span>
      <span className="meta nowrap">
        {what.kind === 'note' && name}
        {isOfGroup &&
          `${what.kind === 'note' ? ' · ' : ''}for the group${at < summary.firstAt ? ', before this case' : ''}`}
        {entry.isSending === true && ' · sending'}
      </span>
    </>
  );
}
