/** Localizations: to be drawn. */
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';

export function LocalizationsScreen() {
  return (
    <ScreenLayout title="Localizations">
      <EmptyState title="Reading …" />
    </ScreenLayout>
  );
}
