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
} from 'lucide-react';
import type { CaseDetail } from '../../../../src-shared/api/cases.ts';
import type { ActionEntry, Action } from '../../../../src-shared/domain/cases/action.ts';
import { caseCountOf, actionWords } from '../../../../src-shared/words/ownership-words.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { timeWords } from '../../../components/case-actions/mute-choices.ts';
import { usePerson } from '../../../stores/use-author.ts';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import styles from './CaseLog.module.css';

const ICONS: Readonly<Record<Action['kind'], LucideIcon>> = {
  take: Hand,
  release: HandGrab,
  note: SquarePen,
  done: Check,
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
    <section className="panel shrinks" aria-label="Owner and notes">
      <header className="panel-head gap-2">
        <h3 className="small strong">Owner and notes</h3>
        {summary.isBack && <span className="meta to-end">back again after it ended</span>}
      </header>
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
    </section>
  );
}

function ActionLogEntry({ entry }: { entry: ActionEntry }) {
  const me = usePerson();
  const zone = useAppearance((appearance) => appearance.zone);
  const now = useNow(60_000);
  const { deed, author, at, text } = entry;
  const Icon = ICONS[deed.kind];
  const isMine = author.id === me?.id;
  const words = actionWords(deed, caseCountOf(entry), (when) => timeWords(when, now, zone));
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
        {text !== '' && (
          <q>
            <Untrusted text={text} allowed={'\n'} />
          </q>
        )}
      </span>
      <span className="meta nowrap">{deed.kind === 'note' && (isMine ? 'You' : <Untrusted text={author.name} />)}</span>
    </>
  );
}
