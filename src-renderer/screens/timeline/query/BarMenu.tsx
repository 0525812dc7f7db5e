import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropDown } from '../../../components/overlay/DropDown.tsx';
import styles from './BarMenu.module.css';

interface BarMenuProps {
  readonly name: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  /** True if the name is also printed on paper. */
  readonly isPrinted?: boolean;
  readonly children: ReactNode;
}

export function BarMenu({ name, label, icon: Icon, opened, setOpened, isPrinted, children }: BarMenuProps) {
  return (
    <DropDown
      opened={opened}
      setOpened={setOpened}
      padding="0"
      button={
        <button type="button" className={styles['button']} aria-label={label} data-printed={isPrinted}>
          <Icon size={14} aria-hidden="true" />
          {name}
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      }
    >
      {children}
    </DropDown>
  );
}
