import { coverageAddress } from '../../address/screen-addresses.ts';
import { useAddressPart } from '../../address/use-address.ts';
import { ProviderWordsView } from '../../components/status-page/ProviderWordsView.tsx';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { useAppearance, useKnownNow } from '../../stores/use-stores.ts';
import { zoneName } from '../../time/zoned-time.ts';
import { spanDays, spanStart } from './coverage-span.ts';
import { CoverageLists } from './CoverageLists.tsx';
import { CoverageSummary } from './CoverageSummary.tsx';
import { CoverageTools } from './CoverageTools.tsx';
import { DayBars } from './DayBars.tsx';
import { useGapDetail } from './gap/use-gap-detail.tsx';
import styles from './CoverageScreen.module.css';
import { type SpanCoverage, useSpanCoverage } from './use-span-coverage.ts';

const STEP_MS = 60_000;

export function CoverageScreen() {
  const read = useSpanCoverage();
  const detail = useGapDetail(read.coverage);
  return (
    <ScreenLayout title="Coverage" query={<CoverageTools coverage={read.coverage} />} detail={detail}>
      <CoverageContent read={read} />
    </ScreenLayout>
  );
}

function CoverageContent({ read: { coverage, error, retry } }: { read: SpanCoverage }) {
  const span = useAddressPart(coverageAddress, 'span');
  const days = spanDays[span];
  const zone = useAppearance((state) => state.zone);
  const now = useKnownNow(STEP_MS);
  const from = spanStart(span, now, zoneName(zone));
  if (coverage === null && error === null) return <EmptyState title="Reading sessions and gaps …" />;
  if (coverage === null)
    return (
      <FailedState title="Sessions and gaps could not be read." error={error ?? new Error('unknown')} retry={retry} />
    );
  return (
    <div className="stack full-height">
      <CoverageSummary coverage={coverage} span={span} />
      <DayBars coverage={coverage} days={days} />
      <div className={styles['provider']}>
        <ProviderWordsView spanKey={span} from={from} to={now} />
      </div>
      <CoverageLists coverage={coverage} error={error} />
    </div>
  );
}
