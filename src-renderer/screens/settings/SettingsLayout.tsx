/** Settings: what there is to set at the left, one part of it beside. Data keeps its own address and stands here, too. */
import type { ReactNode } from 'react';
import { RegionBoundary } from '../../components/RegionBoundary.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { type SettingsPlace, SettingsList } from './SettingsList.tsx';
import styles from './Settings.module.css';

export function SettingsLayout({
  title,
  place,
  children,
}: {
  title: string;
  place: SettingsPlace;
  children: ReactNode;
}) {
  return (
    <ScreenLayout title={title}>
      <div className={styles['settings']}>
        <SettingsList place={place} />
        <div className={styles['part']}>
          <RegionBoundary key={place.kind}>{children}</RegionBoundary>
        </div>
      </div>
    </ScreenLayout>
  );
}
