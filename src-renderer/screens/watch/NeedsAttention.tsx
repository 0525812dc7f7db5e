/**
 * Lists the groups that need attention: by consequence, then oldest first, muted ones last. Its order does not change
 * while the pointer or the cursor is in it.
 */
import { CirclePause } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { AsOf } from '../../components/AsOf.tsx';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { AttentionRow } from './AttentionRow.tsx';
import type { GroupRow } from './paused-groups.ts';
import styles from './NeedsAttention.module.css';

interface NeedsAttentionProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly rows: readonly GroupRow[];
  readonly more: number;
  readonly pendingChanges: number;
  readonly pauseReason: 'pointing' | 'chosen' | null;
  readonly isBelowStorm: boolean;
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
  readonly isLive: boolean;
  readonly gap: ReactNode;
}

export function NeedsAttention(props: NeedsAttentionProps) {
  const { list, rows, more, pendingChanges, pauseReason, isBelowStorm, chosen, choose, isLive, gap } = props;
  const title = isBelowStorm ? 'Also needs attention' : 'Needs attention';
  // A group that was muted while the list is paused keeps its place and shows that it is muted.
  const firstMuted = rows.findLastIndex(({ group }) => group.mute === null) + 1;
  return (
    <section ref={list} className={styles['list']} aria-label={title}>
      <header className={styles['head']}>
        <h3>{title}</h3>
        <span className={styles['state']}>
          <PauseStatus pauseReason={pauseReason} changes={pendingChanges} isLive={isLive} />
        </span>
      </header>
      {gap}
      <ul className={styles['rows']}>
        {rows.map((row, index) => (
          <li key={row.group.key}>
            {index === firstMuted && (
              <p className={styles['apart']}>
                {rows.length - firstMuted} muted · no attention needed until their mute ends
              </p>
            )}
            <AttentionRow row={row} isChosen={row.group.key === chosen} choose={() => choose(row.group.key)} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles['apart']}>{numberText(more)} more groups are open. They are lesser or newer.</p>
      )}
    </section>
  );
}

function PauseStatus({
  pauseReason,
  changes,
  isLive,
}: {
  pauseReason: 'pointing' | 'chosen' | null;
  changes: number;
  isLive: boolean;
}) {
  if (pauseReason !== null)
    return (
      <>
        <CirclePause size={12} aria-hidden="true" />
        {pauseReason === 'pointing' ? 'Held while you point' : 'Held while a row is selected'}
        {changes > 0 && ` · ${changes === 1 ? '1 change waits' : `${numberText(changes)} changes wait`}`}
      </>
    );
  if (!isLive) return <AsOf />;
  return (
    <>
      <span className={styles['order']}>worst consequence first, then oldest · </span>
      <i className={styles['live']} aria-hidden="true" />
      Live
    </>
  );
}
