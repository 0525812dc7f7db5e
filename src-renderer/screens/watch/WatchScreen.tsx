import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { WatchDesk } from './WatchDesk.tsx';

export function WatchScreen() {
  return (
    <ScreenLayout title="Watch">
      <WatchDesk />
    </ScreenLayout>
  );
}
