/**
 * What opens below a button, over the page and never by pushing it; in the button's own region of the page, for readers.
 * It keeps the focus while it is open, and gives it back to the button.
 */
import { Popover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './DropDown.module.css';

interface DropDownProps {
  /** Of what opens. */
  readonly label: string;
  /** One button, which opens and closes it. */
  readonly button: ReactElement;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly className?: string | undefined;
  /** With which edge of the button it begins; usually with the right one. */
  readonly from?: 'left' | 'right';
  /** Around what is in it, where it is not as usual. */
  readonly padding?: string;
  readonly children: ReactNode;
}

export function DropDown({ label, button, opened, setOpened, className = '', from = 'right', padding, children }: DropDownProps) {
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={from === 'left' ? 'bottom-start' : 'bottom-end'}
      offset={6}
      withinPortal={false}
      withRoles
      {...(padding === undefined ? {} : { styles: { dropdown: { padding } } })}
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={`${styles['dropdown']} ${className}`} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
