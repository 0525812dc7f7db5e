/** Requests: to be drawn. */
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function RequestsScreen() {
  return (
    <ScreenLayout title="Requests">
      <EmptyState title="Reading …" />
    </ScreenLayout>
  );
}
