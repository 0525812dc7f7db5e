import { coverageAddress } from '../../address/screen-addresses.ts';
import { useAddressPart } from '../../address/use-address.ts';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { spanDays } from './coverage-span.ts';
import { CoverageLists } from './CoverageLists.tsx';
import { CoverageSummary } from './CoverageSummary.tsx';
import { CoverageTools } from './CoverageTools.tsx';
import { DayBars } from './DayBars.tsx';
import { useGapDetail } from './gap/use-gap-detail.tsx';
import { type SpanCoverage, useSpanCoverage } from './use-span-coverage.ts';

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
  if (coverage === null && error === null) return <EmptyState title="Reading sessions and gaps …" />;
  if (coverage === null)
    return (
      <FailedState title="Sessions and gaps could not be read." error={error ?? new Error('unknown')} retry={retry} />
    );
  return (
    <div className="stack full-height">
      <CoverageSummary coverage={coverage} span={span} />
      <DayBars coverage={coverage} days={days} />
      <CoverageLists coverage={coverage} error={error} />
    </div>
  );
}
