import { useEffect } from 'react';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { useCoverage, useStores } from '../../stores/use-stores.ts';
import { CoverageSummary } from './CoverageSummary.tsx';
import { CoverageLists } from './CoverageLists.tsx';
import { useGapDetail } from './gap/use-gap-detail.tsx';

export function CoverageScreen() {
  const { coverage: store } = useStores();
  // The running session grows without a change event, so refresh when the screen opens.
  useEffect(() => store.refresh(), [store]);
  const detail = useGapDetail();
  return (
    <ScreenLayout title="Coverage" detail={detail}>
      <CoverageContent readAgain={() => store.refresh()} />
    </ScreenLayout>
  );
}

function CoverageContent({ readAgain }: { readAgain: () => void }) {
  const coverage = useCoverage(({ value }) => value);
  const error = useCoverage((state) => state.error);
  if (coverage === null && error === null) return <EmptyState title="Reading sessions and gaps …" />;
  if (coverage === null)
    return (
      <FailedState
        title="Sessions and gaps could not be read."
        error={error ?? new Error('unknown')}
        retry={readAgain}
      />
    );
  return (
    <div className="stack full-height">
      <CoverageSummary coverage={coverage} />
      <CoverageLists coverage={coverage} />
    </div>
  );
}
