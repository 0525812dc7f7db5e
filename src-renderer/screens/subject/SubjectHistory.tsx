import type { Subject } from '../../../src-shared/api/ids/subject.ts';
import { gapWords } from '../../../src-shared/words/gap-words.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { eventWords, isFailed } from '../../../src-shared/words/ids/subject-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { Time } from '../../components/Time.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { useHiddenScreen } from '../../rules/use-page-rules.ts';
import { visibleText } from '../../text/visible-text.ts';
import { lengthText } from '../../time/time-text.ts';
import styles from './Subject.module.css';
import { historyEntries } from './history-entries.ts';

/** Events, rows of stored searches and gaps, newest first. */
export function SubjectHistory({ subject }: { subject: Subject }) {
  const isInventoryHidden = useHiddenScreen('subscriptions') !== null;
  const entries = historyEntries(subject).filter(({ kind }) => kind !== 'row' || !isInventoryHidden);
  const gaps = subject.gapCount === 0 ? 'no gap' : counted(subject.gapCount, 'gap');
  const events = `${subject.hasMore ? 'the newest ' : ''}${counted(subject.events.length, 'event')}`;
  return (
    <TitledPanel title="History" note={`${events}, ${gaps}`}>
      {entries.length === 0 ? (
        <p className="pad-3-4 quiet">Nothing in this span.</p>
      ) : (
        <ul className={styles['lines']}>
          {entries.map((entry) => (
            <li key={entry.key} data-kind={entry.kind}>
              <Time at={entry.at} />
              {entry.kind === 'event' && (
                <>
                  <a href={hrefOf('timeline', { event: entry.of.event.seq, around: entry.of.event.seq })}>
                    <bdi dir="ltr">{eventWords(entry.of)}</bdi>
                  </a>
                  <OutcomeMark outcome={isFailed(entry.of) ? 'failed' : (entry.of.event.outcome ?? 'unknown')} />
                </>
              )}
              {entry.kind === 'row' && (
                <a href={hrefOf('subscriptions', { search: entry.of.search, row: entry.of.ordinal })}>
                  In a search, state {entry.of.state === null ? 'not known' : visibleText(entry.of.state)}
                </a>
              )}
              {entry.kind === 'gap' && (
                <a className="quiet" href={hrefOf('coverage', { gap: entry.of.id })}>
                  Not watched{entry.of.lengthMs === null ? ' since then' : ` for ${lengthText(entry.of.lengthMs)}`}:{' '}
                  {gapWords(entry.of, subject.at)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </TitledPanel>
  );
}
