/** When somebody listened and when nobody did, in the last 24 hours: the length of it first, each gap and session after. */
import { Button } from '@mantine/core';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useCoverage, useSignal, useStores } from '../../stores/use-stores.ts';
import { coverageSpans } from '../../time/coverage-spans.ts';
import { lengthText } from '../../time/time-text.ts';
import styles from './CoverageScreen.module.css';
import { GapTable, SessionTable } from './tables.tsx';

export function CoverageScreen() {
  const { coverage: store } = useStores();
  const coverage = useCoverage((state) => state.coverage);
  const error = useCoverage((state) => state.error);
  const { signal, now } = useSignal();
  if (coverage === null)
    return error === null ? (
      <EmptyState title="Reading sessions and gaps …" />
    ) : (
      <EmptyState
        urgent
        title="Sessions and gaps could not be read."
        detail={error}
        action={
          <Button variant="default" onClick={() => void store.refresh()}>
            Try again
          </Button>
        }
      />
    );
  const spans = coverageSpans(
    coverage,
    { from: now - COVERAGE_SPAN_MS, to: now },
    signal.kind === 'watching' ? now : null,
    0,
  );
  const unknownMs = Math.max(0, COVERAGE_SPAN_MS - spans.watchedMs - spans.blindMs);
  return (
    <ScrollRegion className={styles['coverage']} label="Coverage">
      <header className={styles['head']}>
        <h1 className="visually-hidden">Coverage</h1>
        <h2 className={styles['title']}>Watched {lengthText(spans.watchedMs)} of the last 24 h</h2>
        <p className={styles['lead']}>
          {spans.blindMs === 0
            ? 'No gaps: nothing that the service sent in a session was missed.'
            : `Blind for ${lengthText(spans.blindMs)} in ${count(coverage.gaps.length, 'gap')}. Events sent in a gap may be missing.`}
          {/* Less than a minute is the time between two readings. */}
          {unknownMs >= 60_000 && ` Nothing is known of the other ${lengthText(unknownMs)}.`}
        </p>
        {error !== null && <p className={styles['lead']}>These figures may be old. {error}</p>}
      </header>
      <GapTable gaps={coverage.gaps} now={now} />
      <SessionTable sessions={coverage.sessions} now={now} watching={signal.kind === 'watching'} />
    </ScrollRegion>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-GB')} ${noun}${number === 1 ? '' : 's'}`;
}
