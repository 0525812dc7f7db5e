/** Settings: what there is to set at the left, one part of it beside. Data keeps its own address and stands here, too. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { ScreenLayout } from '../../frame/ScreenLayout.tsx';
import { type SettingsSection, SettingsList } from './SettingsList.tsx';
import styles from './Settings.module.css';

export function SettingsLayout({
  title,
  place: section,
  children,
}: {
  title: string;
  place: SettingsSection;
  children: ReactNode;
}) {
  return (
    <ScreenLayout title={title}>
      <div className={styles['settings']}>
        <SettingsList section={section} />
        <div className={styles['part']}>
          <ErrorBoundary key={section.kind}>{children}</ErrorBoundary>
        </div>
      </div>
    </ScreenLayout>
  );
}
