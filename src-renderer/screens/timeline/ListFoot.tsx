/** Footer of the list: its most important keys, and how much of the store was searched. */
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter-text.ts';
import { Keycap } from '../../components/Keycap.tsx';
import { useAsOf, useTally, useTimeline } from '../../stores/use-stores.ts';
import { searchedWords } from './list-foot-words.ts';
import styles from './ListFoot.module.css';

const KEYS = [
  { keys: ['J', 'K'], what: 'move' },
  { keys: ['Enter'], what: 'open' },
  { keys: ['+', '−'], what: 'filter in, out' },
  { keys: ['E'], what: 'next failure' },
  { keys: ['/'], what: 'query' },
];

export function ListFoot({ filter }: { filter: Filter }) {
  const directlySearched = useTimeline((state) => state.direct);
  const held = useTimeline((state) => state.window.lines.length);
  const tally = useTally(({ counts }) => counts.value);
  const isLost = useAsOf() !== null;
  const isCurrent = tally !== null && printFilter(tally.filter) === printFilter(filter);
  const words = isLost
    ? `${numberText(held)} lines held in this page`
    : searchedWords({
        events: isCurrent ? tally.count : null,
        isComplete: tally?.isComplete === true,
        directlySearched,
        isFiltered: filter.terms.length > 0,
      });
  return (
    <footer className={`${styles['foot']} screen-only`}>
      <span className={`${styles['keys']} desk-only`}>
        {KEYS.map(({ keys, what }) => (
          <span key={what} className={styles['key']}>
            {keys.map((key) => (
              <Keycap key={key} name={key} />
            ))}{' '}
            {what}
          </span>
        ))}
      </span>
      <span className={styles['searched']}>{words}</span>
    </footer>
  );
}
