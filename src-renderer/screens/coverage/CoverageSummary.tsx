import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { copyWords } from '../../../src-shared/words/watched-at-words.ts';
import type { CoverageSpanName } from '../../address/screen-addresses.ts';
import { useAppearance, useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { lengthText } from '../../time/time-text.ts';
import { ianaZone, zoneName } from '../../time/zoned-time.ts';
import { blindWords, possiblyMissedWords, plannedWords } from '../../words/coverage-words.ts';
import { spanStart } from './coverage-span.ts';
import styles from './CoverageScreen.module.css';

export function CoverageSummary({ coverage, span }: { coverage: Coverage; span: CoverageSpanName }) {
  const now = useKnownNow();
  const watchedUntil = useWatchedUntil(now);
  const zone = useAppearance((state) => state.zone);
  const from = spanStart(span, now, zoneName(zone));
  const figures = coverageFigures(coverage, { from, to: now }, now, watchedUntil);
  const planned = plannedWords(figures);
  const unknownMs = now - from - figures.watchedMs - figures.blindMs - figures.reconnectMs;
  return (
    <header className={styles['head']}>
      <h2 className={styles['answer']}>
        Watched {lengthText(figures.watchedMs)} of {span === '24h' ? '24 h' : lengthText(now - from)}.{' '}
        <strong>{blindWords(figures)}</strong>
        {planned !== null && <span className="quiet">; {planned}</span>}.
      </h2>
      <p className="space-above-1 measure quiet">
        {possiblyMissedWords(figures)}
        {/* Less than a minute is the time between two reads. */}
        {coverage.copyMadeAt !== undefined && ` ${copyWords(coverage.copyMadeAt, now, ianaZone(zone))}`}
        {unknownMs >= 60_000 && ` No record of the other ${lengthText(unknownMs)}.`}
      </p>
    </header>
  );
}
