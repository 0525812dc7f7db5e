import type { Board } from '../../../src-shared/api/cases.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { ScreenName } from '../../address/screen-addresses.ts';
import { isOutage } from '../../signal.ts';
import { useBoard, useSignal } from '../../stores/use-stores.ts';
import styles from './Rail.module.css';

export function RailCount({ name }: { name: ScreenName }) {
  const count = useBoard(({ board }) => (board === null ? 0 : countOf(board, name)));
  const hurts = useBoard(({ board }) => board !== null && name === 'localizations' && isAnyUnusable(board));
  // Outdated counts are not emphasized.
  const isStale = isOutage(useSignal());
  if (count === 0) return null;
  return (
    <span className={styles['count']} data-hurts={hurts && !isStale} data-long={count > 9_999}>
      {numberText(count)} <span className="visually-hidden">open</span>
    </span>
  );
}

function countOf({ localizations, requests }: Board, name: ScreenName): number {
  if (name === 'localizations') return localizations;
  return name === 'requests' ? requests : 0;
}

function isAnyUnusable({ byConsequence }: Board): boolean {
  return byConsequence.some(
    ({ consequence, count }) => count > 0 && (consequence === 'unusable' || consequence === 'reachable'),
  );
}
