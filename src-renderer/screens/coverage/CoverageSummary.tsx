import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { lengthText } from '../../time/time-text.ts';
import { blindWords, possiblyMissedWords, plannedWords } from '../../words/coverage-words.ts';
import styles from './CoverageScreen.module.css';

export function CoverageSummary({ coverage }: { coverage: Coverage }) {
  const now = useKnownNow();
  const watchedUntil = useWatchedUntil(now);
  const figures = coverageFigures(coverage, { from: now - COVERAGE_SPAN_MS, to: now }, now, watchedUntil);
  const planned = plannedWords(figures);
  const unknownMs = COVERAGE_SPAN_MS - figures.watchedMs - figures.blindMs - figures.reconnectMs;
  return (
    <header className={styles['head']}>
      <h2 className={styles['answer']}>
        Watched {lengthText(figures.watchedMs)} of 24 h. <strong>{blindWords(figures)}</strong>
        {planned !== null && <span className="quiet">; {planned}</span>}.
      </h2>
      <p className="space-above-1 measure quiet">
        {possiblyMissedWords(figures)}
        {/* Less than a minute is the time between two reads. */}
        {unknownMs >= 60_000 && ` No record of the other ${lengthText(unknownMs)}.`}
      </p>
    </header>
  );
}
