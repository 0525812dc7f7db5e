import { memo } from 'react';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { muteEndWords, ownersWords } from '../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { GroupStatus } from '../../components/DeadlineClock.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { OwnerMark } from '../../components/case-actions/OwnerMark.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useIsPast } from '../../stores/use-stores.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../time/time-text.ts';
import { groupCount } from '../../words/group-words.ts';
import { isOverdue, LATE_AFTER_MS } from '../../time/deadline-clock.ts';
import { groupDetail, groupHref, groupTitle } from './group-words.ts';
import styles from './NeedsAttention.module.css';
import { Sparkline } from './Sparkline.tsx';

interface AttentionRowProps {
  readonly group: FailureGroup;
  /** True if the group has no open failure left; the row is removed when the hold ends. */
  readonly isResolved: boolean;
  readonly isChosen: boolean;
  /** Scale of all pictures of the list; see `Sparkline`. */
  readonly maxPerMs: number;
  /** Stable, like unchanged groups, so that a board renders only the groups that changed. */
  readonly choose: (key: string) => void;
}

export const AttentionRow = memo(function AttentionRow(props: AttentionRowProps) {
  const { group, isResolved, isChosen, maxPerMs, choose } = props;
  const { count, noun } = groupCount(group);
  const isLate = useIsPast(group.deadline === null ? null : group.deadline.at + LATE_AFTER_MS);
  return (
    <a
      className={styles['row']}
      href={groupHref(group)}
      data-key={group.key}
      data-chosen={isChosen}
      data-quiet={isResolved || group.mute !== null}
      data-overdue={isOverdue(group) && !isLate && !isResolved}
      onFocus={() => choose(group.key)}
    >
      <OutcomeMark outcome={group.outcome} />
      <span className={styles['words']}>
        <span className="one-line medium">{groupTitle(group)}</span>
        <Detail group={group} />
      </span>
      <span className={styles['count']}>
        <b>{isResolved ? 0 : numberText(count)}</b> {noun}
        {group.lastHour > 0 && !isResolved && (
          <span className={styles['growth']}>
            +{numberText(group.lastHour)}
            <span className="visually-hidden"> in the last hour</span>
          </span>
        )}
      </span>
      <span className={styles['spark']}>
        <Sparkline group={group} maxPerMs={maxPerMs} />
      </span>
      <GroupStatusCell group={group} isResolved={isResolved} />
      <Owners group={group} />
    </a>
  );
});

function Detail({ group }: { group: FailureGroup }) {
  const { words, code, isDocumented, countries } = groupDetail(group);
  return (
    <span className="one-line meta">
      {code === null ? (
        words
      ) : (
        <>
          {group.cause.kind === 'request' && `${words} `}
          <Untrusted as="code" text={code} />
          {!isDocumented && group.cause.kind === 'request' && ', not documented'}
        </>
      )}
      {countries !== '' && (
        <>
          {' · '}
          <Untrusted text={countries} />
        </>
      )}
    </span>
  );
}

function GroupStatusCell({ group, isResolved }: { group: FailureGroup; isResolved: boolean }) {
  const isOneMinute = Math.floor(group.firstAt / 60_000) === Math.floor(group.lastAt / 60_000);
  const isMuted = group.mute !== null;
  const isTimed = group.deadline !== null && !isResolved;
  return (
    <span className={styles['status']} data-timed={isTimed}>
      {/* The clock of a deadline runs since the first failure. */}
      {!isTimed && (
        <span className={styles['hours']}>
          <Time at={group.firstAt} precision="minute" />
          {!isOneMinute && (
            <>
              {' – '}
              <Time at={group.lastAt} precision="minute" />
            </>
          )}
        </span>
      )}
      <span data-new={group.status === 'new' && group.deadline === null && !isMuted && !isResolved}>
        {isResolved ? 'ended' : group.mute !== null ? <MutedUntil ends={group.mute} /> : <GroupStatus group={group} />}
      </span>
    </span>
  );
}

/** A component of its own, because the day of its time makes it render each minute. */
function MutedUntil({ ends }: { ends: NonNullable<FailureGroup['mute']> }) {
  return <>muted {muteEndWords(ends, useTimeText(ZONED_MINUTE))}</>;
}

function Owners({ group }: { group: FailureGroup }) {
  const me = usePerson();
  const [first] = group.owners;
  if (group.owners.length <= 1) return <OwnerMark owner={first?.owner ?? null} word />;
  return (
    <span className={styles['owners']}>
      {group.owners.slice(0, 2).map(({ owner }) => (
        <OwnerMark key={owner?.id ?? ''} owner={owner} />
      ))}
      <span aria-hidden="true">
        <Untrusted text={ownersWords(group.owners, me)} />
      </span>
    </span>
  );
}
