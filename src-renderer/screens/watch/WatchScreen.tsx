import type { ReactNode } from 'react';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { WatchDesk } from './WatchDesk.tsx';

export function WatchScreen({ where }: { where: ReactNode }) {
  return (
    <ScreenLayout title="Watch">
      <WatchDesk where={where} />
    </ScreenLayout>
  );
}
