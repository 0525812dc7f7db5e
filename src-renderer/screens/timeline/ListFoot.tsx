import { numberText } from '../../../src-shared/words/store-words.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { LastReported } from '../../components/LastReported.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { useAsOf, useTally, useTimeline } from '../../stores/use-stores.ts';
import { newestReportAt } from '../../stores/timeline/timeline-lines.ts';
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
    <footer className={`${styles['foot']} screen-only`}>
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
      <ListAge />
      <span className="fixed to-end">{words}</span>
    </footer>
  );
}

/** A separate component, because the newest row of a live list changes with each event. */
function ListAge() {
  const newestAt = useTimeline(({ window: { lines } }) => newestReportAt(lines));
  const isAway = useTimeline(({ window }) => window.hasBefore);
  return <LastReported what={isAway ? 'Newest loaded row' : 'Last reported'} newestAt={newestAt} />;
}
