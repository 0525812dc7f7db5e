/** Data has its own address and is listed here, too. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { type SettingsSection, SettingsList } from './SettingsList.tsx';
import styles from './Settings.module.css';

export function SettingsLayout(props: { title: string; section: SettingsSection; children: ReactNode }) {
  const { title, section, children } = props;
  return (
    <ScreenLayout title={title}>
      <div className={styles['settings']}>
        <SettingsList section={section} />
        <div className="fill relative shrinks-down">
          <ErrorBoundary key={section.kind}>{children}</ErrorBoundary>
        </div>
      </div>
    </ScreenLayout>
  );
}
