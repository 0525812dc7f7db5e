import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { stepOfCode, causeWords, consequenceTitles } from '../../../../src-shared/words/case-words.ts';
import { muteEndWords, ownersWords } from '../../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { usePerson } from '../../../stores/use-author.ts';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../../time/time-text.ts';
import { countriesWords } from '../../../words/group-words.ts';
import styles from './CaseList.module.css';

interface GroupLineProps {
  readonly group: FailureGroup;
  readonly isOpen: boolean;
  readonly isShown: boolean;
  readonly isCursor: boolean;
  readonly choose: () => void;
}

export function GroupLine({ group, isOpen, isShown, isCursor, choose }: GroupLineProps) {
  const me = usePerson();
  const timeText = useTimeText(ZONED_MINUTE);
  const { cause, mute } = group;
  const countries = countriesWords(group);
  const isUnknown = stepOfCode(cause.code) === null && cause.code !== null;
  const owner = mute === null ? ownersWords(group.owners, me) : `muted ${muteEndWords(mute, timeText)}`;
  return (
    <button
      type="button"
      className={styles['group']}
      data-line={group.key}
      data-muted={mute !== null}
      aria-expanded={isOpen}
      aria-current={isShown}
      tabIndex={isCursor ? 0 : -1}
      onClick={choose}
    >
      <OutcomeMark outcome={group.outcome} />
      <span className="baseline apart gap-3 shrinks">
        <span className={styles['title']}>{consequenceTitles[group.consequence]}</span>
        <b className={styles['count']}>{numberText(group.open)}</b>
      </span>
      <span className="baseline apart gap-3 shrinks">
        <span className="one-line meta">
          {isUnknown ? <Untrusted as="code" text={cause.code ?? ''} /> : causeWords(cause, group.outcome)}
          {countries !== '' && (
            <>
              {' · '}
              <Untrusted text={countries} />
            </>
          )}
        </span>
        <span className={styles['owner']}>
          {mute === null && group.status === 'back' && 'back again · '}
          <Untrusted text={owner} truncate="end" />
        </span>
      </span>
    </button>
  );
}
