/** The way to the screens; at its foot what is under watch, and how the page looks. It collapses where room is short. */
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Keyboard, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ScreenName } from '../address/screen-addresses.ts';
import { hrefOf } from '../address/use-address.ts';
import { useCommandList } from '../commands/use-commands.ts';
import { AppearanceButton } from '../components/AppearanceButton.tsx';
import { Tip } from '../components/Tip.tsx';
import { screens } from '../screens/screens.tsx';
import { useAppearance, useStores } from '../stores/use-stores.ts';

import { Logo } from './Logo.tsx';
import styles from './Rail.module.css';
import { RailProfiles } from './RailProfiles.tsx';
import { RailViews } from './RailViews.tsx';

/** From here down the list needs the room; above it is the reader's choice. */
const COLLAPSES = '(max-width: 1000px)';

export function Rail({ screen }: { screen: ScreenName | null }) {
  const { appearance } = useStores();
  const chosen = useAppearance((state) => state.railCollapsed);
  const narrow = useMediaQuery(COLLAPSES, false, { getInitialValueInEffect: false });
  const collapsed = chosen || narrow;
  const Fold = chosen ? PanelLeftOpen : PanelLeftClose;
  const foldName = chosen ? 'Widen the rail' : 'Narrow the rail';

  return (
    <nav className={styles['rail']} data-collapsed={collapsed} aria-label="Screens">
      <div className={styles['brand']}>
        <Logo />
        {!collapsed && <span>Watchfloor</span>}
      </div>
      <ul className={styles['screens']}>
        {screens.map(({ name, title, icon: Icon }) => (
          <li key={name}>
            <Tip label={title} command={`screen.${name}`} position="right">
              <a
                className={styles['entry']}
                href={hrefOf(name)}
                aria-label={title}
                aria-current={screen === name ? 'page' : undefined}
              >
                <Icon size={16} aria-hidden="true" />
                {!collapsed && <span>{title}</span>}
              </a>
            </Tip>
          </li>
        ))}
      </ul>
      <RailViews screen={screen} collapsed={collapsed} />
      <div className={styles['foot']}>
        <RailProfiles collapsed={collapsed} />
        <div className={styles['tools']}>
          <AppearanceButton className={styles['tool']} />
          <KeysButton />
          {!narrow && (
            <Tip label={foldName} position="right">
              <UnstyledButton
                className={styles['tool']}
                aria-label={foldName}
                onClick={() => appearance.change({ railCollapsed: !chosen })}
              >
                <Fold size={16} aria-hidden="true" />
              </UnstyledButton>
            </Tip>
          )}
        </div>
      </div>
    </nav>
  );
}

function KeysButton() {
  const open = useCommandList().find(({ id }) => id === 'keys.open');
  if (open === undefined) return null;
  return (
    <Tip label={open.title} command={open.id} position="right">
      <UnstyledButton className={styles['tool']} aria-label={open.title} onClick={open.run}>
        <Keyboard size={16} aria-hidden="true" />
      </UnstyledButton>
    </Tip>
  );
}
