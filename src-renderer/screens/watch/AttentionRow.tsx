/** Row for a failure group that needs attention: its consequence, cause, countries, count, time and owner. */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { muteEndWords, ownersWords } from '../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { timeWords } from '../../components/case-actions/mute-choices.ts';
import { OwnerMark } from '../../components/case-actions/OwnerMark.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { usePerson } from '../../stores/use-author.ts';
import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { timeParts } from '../../time/time-text.ts';
import { groupCount, groupDetail, groupHref, groupStatus, groupTitle } from './group-words.ts';
import type { GroupRow } from './paused-groups.ts';
import styles from './NeedsAttention.module.css';
import { Sparkline } from './Sparkline.tsx';

export function AttentionRow({ row, isChosen, choose }: { row: GroupRow; isChosen: boolean; choose: () => void }) {
  const { group, isResolved } = row;
  const { count, what } = groupCount(group);
  return (
    <a
      className={styles['row']}
      href={groupHref(group)}
      data-key={group.key}
      data-chosen={isChosen}
      data-quiet={isResolved || group.mute !== null}
      onFocus={choose}
    >
      <OutcomeMark outcome={group.outcome} />
      <span className={styles['words']}>
        <span className={styles['title']}>{groupTitle(group)}</span>
        <Detail of={group} />
      </span>
      <span className={styles['count']}>
        <b>{isResolved ? 0 : numberText(count)}</b> {what}
      </span>
      <span className={styles['spark']}>
        <Sparkline group={group} />
      </span>
      <GroupStatusCell of={group} isGone={isResolved} />
      <Owners of={group} />
    </a>
  );
}

function Detail({ of }: { of: FailureGroup }) {
  const { words, code, isDocumented, where } = groupDetail(of);
  return (
    <span className={styles['detail']}>
      {code === null ? (
        words
      ) : (
        <>
          {of.cause.kind === 'request' && `${words} `}
          <code>
            <Untrusted text={code} />
          </code>
          {!isDocumented && ', not documented'}
        </>
      )}
      {where !== '' && (
        <>
          {' · '}
          <Untrusted text={where} />
        </>
      )}
    </span>
  );
}

function GroupStatusCell({ of, isGone }: { of: FailureGroup; isGone: boolean }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const time = (at: number) => {
    const { day, clock } = timeParts(at, now, zone, { precision: 'minute' });
    return day === '' ? clock : `${day} ${clock}`;
  };
  const [first, last] = [time(of.firstAt), time(of.lastAt)];
  const isMuted = of.mute !== null;
  return (
    <span className={styles['standing']}>
      <span className={styles['when']}>{first === last ? first : `${first} – ${last}`}</span>
      <span data-new={of.status === 'new' && !isMuted && !isGone}>
        {isGone
          ? 'ended'
          : of.mute !== null
            ? `muted ${muteEndWords(of.mute, (at) => timeWords(at, now, zone))}`
            : groupStatus(of, now)}
      </span>
    </span>
  );
}

function Owners({ of }: { of: FailureGroup }) {
  const me = usePerson();
  const [first] = of.owners;
  if (of.owners.length <= 1) return <OwnerMark owner={first?.owner ?? null} word />;
  return (
    <span className={styles['owners']}>
      {of.owners.slice(0, 2).map(({ owner }) => (
        <OwnerMark key={owner?.id ?? ''} owner={owner} />
      ))}
      <span aria-hidden="true">
        <Untrusted text={ownersWords(of.owners, me)} />
      </span>
    </span>
  );
}
