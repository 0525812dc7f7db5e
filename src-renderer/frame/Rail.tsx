/** The way to the screens, and at its foot which profile is watched and how the page looks. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import { ChartNoAxesGantt, Database, Keyboard, List, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Route, routePath } from '../route.ts';
import { useAppearance, useStores, useWatch } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import styles from './Rail.module.css';

const screens: readonly { route: Route; name: string; keys: string; icon: ReactNode }[] = [
  { route: { screen: 'timeline', selected: null }, name: 'Timeline', keys: 'G T', icon: <List size={16} /> },
  { route: { screen: 'coverage' }, name: 'Coverage', keys: 'G C', icon: <ChartNoAxesGantt size={16} /> },
  { route: { screen: 'data' }, name: 'Data', keys: 'G D', icon: <Database size={16} /> },
];

export function Rail({ screen, showKeys }: { screen: Route['screen'] | null; showKeys: () => void }) {
  const { appearance } = useStores();
  const collapsed = useAppearance((state) => state.railCollapsed);
  const profile = useWatch((state) => state.shown?.profile ?? null);
  const Fold = collapsed ? PanelLeftOpen : PanelLeftClose;
  const foldName = collapsed ? 'Widen the rail' : 'Narrow the rail';

  return (
    <nav className={styles['rail']} data-collapsed={collapsed} aria-label="Screens">
      <div className={styles['brand']}>
        <img src={new URL('../favicon.svg', import.meta.url).href} alt="" width={20} height={20} />
        <span className={styles['word']}>Watchfloor</span>
      </div>
      <ul className={styles['screens']}>
        {screen !== null &&
          screens.map(({ route, name, keys, icon }) => (
            <li key={name}>
              <Tooltip label={collapsed ? `${name} · ${keys}` : keys} position="right">
                <a
                  className={styles['entry']}
                  href={`#${routePath(route)}`}
                  aria-label={name}
                  aria-current={screen === route.screen ? 'page' : undefined}
                >
                  {icon}
                  <span className={styles['word']}>{name}</span>
                </a>
              </Tooltip>
            </li>
          ))}
      </ul>
      <div className={styles['foot']}>
        {profile !== null && (
          <div className={styles['profile']} title={visibleText(profile.eventsUrl)}>
            <span className={styles['profile-name']}>{profile.practice ? 'Simulator' : visibleText(profile.name)}</span>
            {profile.practice && <span className={styles['practice']}>{collapsed ? 'P' : 'PRACTICE'}</span>}
          </div>
        )}
        <div className={styles['tools']}>
          <AppearanceMenu />
          <Tooltip label="Keys · ?" position="right">
            <UnstyledButton className={styles['tool']} aria-label="List of keys" onClick={showKeys}>
              <Keyboard size={16} />
            </UnstyledButton>
          </Tooltip>
          <Tooltip label={foldName} position="right">
            <UnstyledButton
              className={styles['tool']}
              aria-label={foldName}
              onClick={() => appearance.change({ railCollapsed: !collapsed })}
            >
              <Fold size={16} />
            </UnstyledButton>
          </Tooltip>
        </div>
      </div>
    </nav>
  );
}
