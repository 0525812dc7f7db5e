import { Progress } from '../../../components/Progress.tsx';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { numberText, percentText } from '../../../../src-shared/words/store-words.ts';
import { lengthText } from '../../../time/time-text.ts';
import { remainingMs, resultWarnings, pageWords } from '../../../words/results-words.ts';
import styles from './Band.module.css';
import { SearchAge } from './SearchAge.tsx';
import { TimeLeft } from './TimeLeft.tsx';

export function LoadingBand({ search, limit }: { search: SearchSummary; limit: number | null }) {
  const { rows, totalHits, state, doubled } = search;
  if (state.kind !== 'loading') return null;
  const left = remainingMs(search, state.rowsPerSecond);
  const share = totalHits === null || totalHits === 0 ? null : Math.min(1, rows / totalHits);
  const odd = resultWarnings(search);
  const note = [
    ...odd,
    odd.length > 0 && doubled === 0 ? 'No duplicates so far.' : '',
    odd.length > 0
      ? ''
      : state.isPaused
        ? 'Paused until you continue, even if this page is closed.'
        : 'Runs in the background, even if this page is closed.',
  ].filter((words) => words !== '');
  return (
    <>
      <p className={`${styles['sentence']} ${styles['figures']}`}>
        <span>
          {numberText(rows)}
          {totalHits !== null && ` of ${numberText(totalHits)}`}
          <span className="quiet regular">
            {state.isPaused
              ? ' · paused, the token stays valid'
              : ` · ${numberText(Math.round(state.rowsPerSecond))} rows/s`}
            {' · '}
            {pageWords(search, limit)}
            {left !== null && !state.isPaused && ` · ${lengthText(left)} left`}
          </span>
        </span>
        {share !== null && <span>{percentText(share)}</span>}
      </p>
      <div className={styles['bar']}>
        <Progress share={share} label="Loaded" />
      </div>
      <p className={styles['note']}>
        <SearchAge search={search} />
        {state.waitsUntil === null ? (
          note.join(' ')
        ) : (
          <>
            The service asks to wait (Retry-After): <TimeLeft until={state.waitsUntil} />, then it continues by itself.
          </>
        )}
      </p>
    </>
  );
}
