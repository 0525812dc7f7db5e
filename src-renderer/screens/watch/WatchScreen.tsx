/** Watch: to be drawn. */
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function WatchScreen() {
  return (
    <ScreenLayout title="Watch">
      <EmptyState title="Reading …" />
    </ScreenLayout>
  );
}
