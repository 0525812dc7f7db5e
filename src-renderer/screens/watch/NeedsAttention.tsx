/** Groups by consequence, then growing ones, then oldest first, muted ones last. Held while the pointer or the cursor is in it. */
import { CirclePause } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { AsOf } from '../../components/AsOf.tsx';
import { OverdueButton } from '../../components/DeadlineClock.tsx';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { AttentionRow } from './AttentionRow.tsx';
import { highestRate } from './Sparkline.tsx';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import type { HeldRows } from '../../lists/held-rows.ts';
import type { Hold } from '../../lists/hold.ts';
import styles from './NeedsAttention.module.css';

interface NeedsAttentionProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly groups: HeldRows<FailureGroup>;
  readonly more: number;
  /** Rows that the user has not unfolded. */
  readonly folded: number;
  readonly unfold: () => void;
  readonly hold: Hold;
  readonly isBelowStorm: boolean;
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
  readonly overdue: number;
  readonly showOverdue: () => void;
  readonly isLive: boolean;
  readonly gap: ReactNode;
}

export function NeedsAttention(props: NeedsAttentionProps) {
  const { list, groups, more, folded, unfold, hold, isBelowStorm, chosen, choose, overdue, showOverdue, isLive, gap } =
    props;
  const { rows, gone } = groups;
  const title = isBelowStorm ? 'Also needs attention' : 'Needs attention';
  // A group that was muted while the list is held keeps its place and shows that it is muted.
  const maxPerMs = highestRate(rows);
  const firstMuted = rows.findLastIndex(({ mute }) => mute === null) + 1;
  return (
    <section ref={list} className={styles['attention']} aria-label={title}>
      <header className="panel-head small apart gap-3 nowrap">
        <span className="inline-row gap-3">
          <h3>{title}</h3>
          {/* The storm has taken the place of the summary, which counts them. */}
          {isBelowStorm && <OverdueButton count={overdue} show={showOverdue} />}
        </span>
        <span className="inline-row quiet shrinks clips gap-narrow">
          <HoldStatus hold={hold} changes={groups.pendingChanges} isLive={isLive} />
        </span>
      </header>
      {gap}
      <ul className={styles['groups']}>
        {rows.map((group, index) => (
          <li key={group.key}>
            {index === firstMuted && (
              <p className={styles['apart']}>
                {rows.length - firstMuted} muted · no attention needed until their mute ends
              </p>
            )}
            <AttentionRow
              group={group}
              isResolved={gone.has(group.key)}
              isChosen={group.key === chosen}
              maxPerMs={maxPerMs}
              choose={choose}
            />
          </li>
        ))}
      </ul>
      {folded > 0 && (
        <p className={styles['apart']}>
          <button type="button" className="link-button same-size" onClick={unfold}>
            {numberText(folded)} more, less serious
          </button>
        </p>
      )}
      {more > 0 && folded === 0 && (
        <p className={styles['apart']}>{numberText(more)} more groups are open. They are less serious or newer.</p>
      )}
    </section>
  );
}

function HoldStatus({ hold, changes, isLive }: { hold: Hold; changes: number; isLive: boolean }) {
  if (hold.kind === 'held')
    return (
      <>
        <CirclePause size={12} aria-hidden="true" />
        {hold.why === 'pointing' ? 'Held while you point' : 'Held while a row is selected'}
        {changes > 0 && ` · ${changes === 1 ? '1 change waits' : `${numberText(changes)} changes wait`}`}
      </>
    );
  if (!isLive) return <AsOf />;
  return (
    <>
      <span className={styles['order']}>worst first · + last hour · </span>
      <i className={styles['live']} aria-hidden="true" />
      Live
    </>
  );
}
