import { choices } from './choices.ts';
import { SunMoon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type Density, type ThemeChoice } from '../../stores/appearance-store.ts';
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
  return (
    <DropDown side="right" className={styles['appearance']} button={<Opener className={className} />}>
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
  const zones = choices<Zone>({ utc: 'UTC', local: `This computer's (${zoneText(now, 'local')})` });
  return (
    <>
      <RadioGroup
        label="Theme"
        options={choices(themeNames)}
        value={theme}
        choose={(choice) => appearance.change({ theme: choice })}
      />
      <RadioGroup
        label="Rows"
        options={choices(densityNames)}
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
