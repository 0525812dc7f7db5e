import { SunMoon } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { densities, type Density, themes, type ThemeChoice } from '../../stores/appearance-store.ts';
import { useAppearance, useNow, useStores } from '../../stores/use-stores.ts';
import { type Zone, zoneText } from '../../time/time-text.ts';
import styles from './AppearanceButton.module.css';
import { DropDown } from '../overlay/DropDown.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';

const themeNames: Record<ThemeChoice, string> = {
  system: 'Follow system',
  dark: 'Dark',
  light: 'Light',
  contrast: 'High contrast',
};
const densityNames: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' };

export function AppearanceButton({ className }: { className: string | undefined }) {
  const [opened, setOpened] = useState(false);
  return (
    <DropDown
      side="right"
      opened={opened}
      setOpened={setOpened}
      className={styles['appearance']}
      button={<Opener className={className} />}
    >
      <AppearanceChoices />
    </DropDown>
  );
}

function Opener(props: ComponentProps<'button'>) {
  return (
    <Tooltip label="Appearance" side="right">
      <button type="button" {...props} aria-label="Appearance">
        <SunMoon size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

export function AppearanceChoices() {
  const { appearance } = useStores();
  const theme = useAppearance((state) => state.theme);
  const density = useAppearance((state) => state.density);
  const zone = useAppearance((state) => state.zone);
  const now = useNow(900_000);
  const zones: readonly { value: Zone; name: string }[] = [
    { value: 'utc', name: 'UTC' },
    { value: 'local', name: `This computer's (${zoneText(now, 'local')})` },
  ];
  return (
    <>
      <RadioGroup
        label="Theme"
        options={themes.map((value) => ({ value, name: themeNames[value] }))}
        value={theme}
        choose={(choice) => appearance.change({ theme: choice })}
      />
      <RadioGroup
        label="Rows"
        options={densities.map((value) => ({ value, name: densityNames[value] }))}
        value={density}
        choose={(choice) => appearance.change({ density: choice })}
      />
      <RadioGroup
        label="Time zone"
        options={zones}
        value={zone}
        choose={(choice) => appearance.change({ zone: choice })}
      />
    </>
  );
}
