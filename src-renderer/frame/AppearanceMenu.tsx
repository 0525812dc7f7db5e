/** How the page looks: theme and density. */
import { Menu, UnstyledButton } from '@mantine/core';
import { Check, SunMoon } from 'lucide-react';
import { densities, type Density, themes, type ThemeChoice } from '../stores/appearance-store.ts';
import { useAppearance, useStores } from '../stores/use-stores.ts';
import styles from './Rail.module.css';

const themeNames: Record<ThemeChoice, string> = {
  system: 'As the system',
  dark: 'Dark',
  light: 'Light',
  contrast: 'High contrast',
};
const densityNames: Record<Density, string> = { compact: 'Compact rows', comfortable: 'Comfortable rows' };

export function AppearanceMenu() {
  const { appearance } = useStores();
  const theme = useAppearance((state) => state.theme);
  const density = useAppearance((state) => state.density);
  return (
    <Menu position="top-start" width={188}>
      <Menu.Target>
        <UnstyledButton className={styles['tool']} aria-label="Appearance" title="Appearance">
          <SunMoon size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {themes.map((choice) => (
          <Choice
            key={choice}
            name={themeNames[choice]}
            chosen={choice === theme}
            choose={() => appearance.change({ theme: choice })}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>Density</Menu.Label>
        {densities.map((choice) => (
          <Choice
            key={choice}
            name={densityNames[choice]}
            chosen={choice === density}
            choose={() => appearance.change({ density: choice })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ name, chosen, choose }: { name: string; chosen: boolean; choose: () => void }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      closeMenuOnClick={false}
      onClick={choose}
      rightSection={chosen ? <Check size={14} /> : null}
    >
      {name}
    </Menu.Item>
  );
}
