import { AlarmClock, Timer } from 'lucide-react';
import type { FailureGroup } from '../../src-shared/api/cases.ts';
import { numberText } from '../../src-shared/words/store-words.ts';
import { useIsPast, useNow } from '../stores/use-stores.ts';
import { bothZonesText } from '../time/time-text.ts';
import { deadlineClockText, overdueForText, overdueUrgency } from '../time/deadline-clock.ts';
import { groupStatusWords } from '../words/group-words.ts';
import styles from './DeadlineClock.module.css';
import { Tooltip } from './overlay/Tooltip.tsx';

export function DeadlineClock({ group }: { group: FailureGroup }) {
  const { deadline, firstAt, status } = group;
  return deadline === null ? null : <RunningClock deadline={deadline} firstAt={firstAt} status={status} />;
}

type RunningClockProps = Pick<FailureGroup, 'firstAt' | 'status'> & {
  readonly deadline: NonNullable<FailureGroup['deadline']>;
};

/** Renders again each minute, and when the time is over. */
function RunningClock(timed: RunningClockProps) {
  const { at } = timed.deadline;
  const now = useNow(60_000);
  useIsPast(at);
  const { urgency, words } = deadlineClockText(timed, now);
  return (
    <Tooltip label={() => bothZonesText(at)}>
      <span className={styles['clock']} data-urgency={urgency}>
        {urgency === 'near' && <Timer aria-hidden="true" />}
        {(urgency === 'overdue' || urgency === 'late') && <AlarmClock aria-hidden="true" />}
        {words}
      </span>
    </Tooltip>
  );
}

/** The clock of a group, or its status if no deadline applies. A group that is back says so with its clock. */
export function GroupStatus({ group }: { group: FailureGroup }) {
  if (group.deadline === null) return groupStatusWords[group.status];
  return (
    <>
      {group.status === 'back' && `${groupStatusWords.back} · `}
      <DeadlineClock group={group} />
    </>
  );
}

export function OverdueFor({ since }: { since: number }) {
  const now = useNow(60_000);
  return (
    <span className={styles['clock']} data-urgency={overdueUrgency(since, now)}>
      {overdueForText(since, now)}
    </span>
  );
}

export function OverdueButton({ count, show }: { count: number; show: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className="link-button same-size" data-printed onClick={show}>
      <OverdueCount count={count} />
    </button>
  );
}

export function OverdueCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['clock']} data-urgency="overdue">
      <AlarmClock aria-hidden="true" />
      {numberText(count)} overdue
    </span>
  );
}
