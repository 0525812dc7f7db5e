/** When somebody listened and when nobody did, in the last 24 hours: the length of it first, each gap and session after. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { isReconnect } from '../../../src-shared/domain/coverage.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage-figures.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useCoverage, useSignal, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { lengthText } from '../../time/time-text.ts';
import { lossWords, missedWords, watchedWords } from '../../words/coverage-words.ts';
import { troubleWords } from '../../words/error-words.ts';
import styles from './CoverageScreen.module.css';
import { GapTable, SessionTable } from './tables.tsx';

export function CoverageScreen() {
  const { coverage: store } = useStores();
  const coverage = useCoverage((state) => state.coverage);
  const error = useCoverage((state) => state.error);
  const { signal, now } = useSignal();
  // The session that lasts grows without being a change: whoever looks sees it as it is now.
  useEffect(() => store.refresh(), [store]);
  if (coverage === null)
    return error === null ? (
      <EmptyState title="Reading sessions and gaps …" />
    ) : (
      <EmptyState
        urgent
        title="Sessions and gaps could not be read."
        detail={visibleText(troubleWords(error))}
        action={
          <Button variant="default" onClick={() => store.refresh()}>
            Try again
          </Button>
        }
      />
    );
  const watching = signal.kind === 'watching';
  const span = { from: now - COVERAGE_SPAN_MS, to: now };
  const figures = coverageFigures(coverage, span, now, watching ? now : null);
  const unknownMs = COVERAGE_SPAN_MS - figures.watchedMs - figures.blindMs - figures.reconnectMs;
  const gaps = coverage.gaps.filter((gap) => !isReconnect(gap, now));
  const reconnects = coverage.gaps.filter((gap) => isReconnect(gap, now));
  return (
    <ScrollRegion className={styles['coverage']} label="Coverage">
      <header className={styles['head']}>
        <h1 className="visually-hidden">Coverage</h1>
        <h2 className={styles['title']}>{watchedWords(figures)}</h2>
        <p className={styles['figures']}>{lossWords(figures).join(' · ')}</p>
        <p className={styles['lead']}>
          {missedWords(figures)}
          {/* Less than a minute is the time between two readings. */}
          {unknownMs >= 60_000 && ` Nothing is known of the other ${lengthText(unknownMs)}.`}
        </p>
        {error !== null && (
          <p className={styles['lead']}>These figures may be old. {visibleText(troubleWords(error))}</p>
        )}
      </header>
      <GapTable title="Gaps" gaps={gaps} now={now} />
      <SessionTable sessions={coverage.sessions} now={now} watching={watching} />
      <GapTable title="Reconnects" gaps={reconnects} now={now} />
    </ScrollRegion>
  );
}
