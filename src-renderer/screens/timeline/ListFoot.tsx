import { numberText } from '../../../src-shared/words/store-words.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { Keycap } from '../../components/Keycap.tsx';
import { useAsOf, useTally, useTimeline } from '../../stores/use-stores.ts';
import { searchedWords } from './list-foot-words.ts';
import styles from './ListFoot.module.css';

const KEYS = [
  { keys: ['J', 'K'], meaning: 'move' },
  { keys: ['Enter'], meaning: 'open' },
  { keys: ['+', '−'], meaning: 'filter in, out' },
  { keys: ['E'], meaning: 'next failure' },
  { keys: ['/'], meaning: 'query' },
];

export function ListFoot({ filter }: { filter: Filter }) {
  const directlySearched = useTimeline((state) => state.window.direct);
  const loadedCount = useTimeline((state) => state.window.lines.length);
  const tally = useTally(({ counts }) => counts.value);
  const isLost = useAsOf() !== null;
  const isCurrent = tally !== null && printFilter(tally.filter) === printFilter(filter);
  const words = isLost
    ? `${numberText(loadedCount)} lines held in this page`
    : searchedWords({
        events: isCurrent ? tally.count : null,
        isComplete: tally?.isComplete === true,
        directlySearched,
        isFiltered: filter.terms.length > 0,
      });
  return (
    <footer className="meta row fixed apart gap-4 nowrap ruled pad-x-3 height-row-head screen-only">
      <span className={`${styles['keys']} desk-only`}>
        {KEYS.map(({ keys, meaning }) => (
          <span key={meaning} className={styles['key']}>
            {keys.map((key) => (
              <Keycap key={key} name={key} />
            ))}{' '}
            {meaning}
          </span>
        ))}
      </span>
      <span className="fixed to-end">{words}</span>
    </footer>
  );
}
