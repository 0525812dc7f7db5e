import { ChevronDown, type LucideIcon } from 'lucide-react';
import { DropDown, type DropDownProps } from '../../../components/overlay/DropDown.tsx';
import styles from './BarMenu.module.css';

interface BarMenuProps extends Pick<DropDownProps, 'opened' | 'setOpened' | 'children'> {
  readonly name: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isPrinted?: boolean;
}

export function BarMenu({ name, label, icon: Icon, isPrinted, ...dropDown }: BarMenuProps) {
  return (
    <DropDown
      {...dropDown}
      padding="0"
      button={
        <button type="button" className={styles['button']} aria-label={label} data-printed={isPrinted}>
          <Icon size={14} aria-hidden="true" />
          {name}
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      }
    />
  );
}
