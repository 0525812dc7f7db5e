import { isWall } from '../../address/is-wall.ts';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { Wall } from './Wall.tsx';
import { WatchDesk } from './WatchDesk.tsx';

export function WatchScreen() {
  if (isWall()) return <Wall />;
  return (
    <ScreenLayout title="Watch">
      <WatchDesk />
    </ScreenLayout>
  );
}
