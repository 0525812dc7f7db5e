/** Navigation to the screens; watched profiles and settings at the bottom. Collapses in narrow windows. */
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ScreenName } from '../../address/screen-addresses.ts';
import { hrefOf } from '../../address/use-address.ts';
import { keysOf, useCommandList } from '../../commands/use-commands.ts';
import { AppearanceButton } from '../../components/controls/AppearanceButton.tsx';
import { Keycap } from '../../components/Keycap.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import type { Screen } from '../../screens/screens.tsx';
import { useOpenScreens } from '../../screens/use-open-screens.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';

import { Logo } from '../Logo.tsx';
import styles from './Rail.module.css';
import { RailCount } from './RailCount.tsx';
import { RailProfiles } from './RailProfiles.tsx';
import { RailViews } from './RailViews.tsx';

/** Below this width the rail always collapses; above it the user decides. */
const COLLAPSED_RAIL_QUERY = '(max-width: 62.5rem)';

export function Rail({ screen }: { screen: ScreenName | null }) {
  const { appearance } = useStores();
  const chosen = useAppearance((state) => state.railCollapsed);
  const isNarrow = useMediaQuery(COLLAPSED_RAIL_QUERY);
  const screens = useOpenScreens();
  const collapsed = chosen || isNarrow;
  const entries = (position: Screen['rail']) =>
    screens
      .filter(({ rail }) => rail === position)
      .map((entry) => (
        <li key={entry.name}>
          <Entry entry={entry} screens={screens} screen={screen} collapsed={collapsed} />
        </li>
      ));
  const fold = isNarrow ? null : <Fold chosen={chosen} change={() => appearance.change({ railCollapsed: !chosen })} />;

  return (
    <nav className={styles['rail']} data-collapsed={collapsed} aria-label="Screens">
      <div className={styles['brand']}>
        <Logo />
        {!collapsed && <span>Watchfloor</span>}
        {!collapsed && fold}
      </div>
      <ul className={styles['screens']}>{entries('top')}</ul>
      <RailViews screen={screen} collapsed={collapsed} />
      <div className={styles['foot']}>
        <RailProfiles collapsed={collapsed} />
        <div className={styles['tools']}>
          <ul className={styles['settings']}>{entries('foot')}</ul>
          <AppearanceButton className={styles['tool']} />
          <KeysButton />
          {collapsed && fold}
        </div>
      </div>
    </nav>
  );
}

function Entry(props: { entry: Screen; screens: readonly Screen[]; screen: ScreenName | null; collapsed: boolean }) {
  const { name, title, icon: Icon } = props.entry;
  const shown = props.screens.find((each) => each.name === props.screen);
  // A subscreen marks its parent's entry as current, but not as the page.
  const current = shown?.name === name ? 'page' : shown?.rail === name ? 'true' : undefined;
  return (
    <Tooltip label={() => title} command={`screen.${name}`} side="right">
      <a
        className={styles['entry']}
        href={hrefOf(name)}
        aria-label={props.collapsed ? title : undefined}
        aria-current={current}
      >
        <Icon size={16} aria-hidden="true" />
        {!props.collapsed && <span className={styles['name']}>{title}</span>}
        {!props.collapsed && <RailCount name={name} />}
      </a>
    </Tooltip>
  );
}

function Fold({ chosen, change }: { chosen: boolean; change: () => void }) {
  const Icon = chosen ? PanelLeftOpen : PanelLeftClose;
  const name = chosen ? 'Widen the rail' : 'Narrow the rail';
  return (
    <Tooltip label={name} side="right">
      <button type="button" className={styles['tool']} aria-label={name} onClick={change}>
        <Icon size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

function KeysButton() {
  const commands = useCommandList();
  const open = commands.find(({ id }) => id === 'keys.open');
  if (open === undefined) return null;
  return (
    <Tooltip label={open.title} command={open.id} side="right">
      <button type="button" className={styles['tool']} onClick={open.run}>
        {keysOf(commands, open.id).map((key) => (
          <Keycap key={key} name={key} />
        ))}
        <span className="visually-hidden">{open.title}</span>
      </button>
    </Tooltip>
  );
}
