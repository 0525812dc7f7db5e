/** Shift report: to be drawn. */
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function ReportScreen() {
  return (
    <ScreenLayout title="Shift report">
      <EmptyState title="Reading …" />
    </ScreenLayout>
  );
}
