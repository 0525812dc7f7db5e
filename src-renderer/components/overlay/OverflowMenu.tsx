/** A menu of actions with their keys, opened by one button. An unavailable action shows its reason and does nothing. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { keysOf, useCommandList } from '../../commands/use-commands.ts';
import { ButtonMenu, MenuItem } from './ActionMenu.tsx';
import styles from './OverflowMenu.module.css';
import { Keycap } from '../Keycap.tsx';
import { Tooltip } from './Tooltip.tsx';

interface OverflowAction {
  readonly id: string;
  readonly name: string;
  readonly icon?: LucideIcon;
  readonly unavailable: string | null;
  readonly run: () => void;
}

interface OverflowMenuProps {
  readonly actions: readonly OverflowAction[];
  readonly buttonClass: string | undefined;
  readonly buttonLabel?: string;
  readonly children: ReactNode;
}

export function OverflowMenu({ actions, buttonClass, buttonLabel, children }: OverflowMenuProps) {
  const commands = useCommandList();
  const hasIcons = actions.some(({ icon }) => icon !== undefined);
  return (
    <ButtonMenu
      className={styles['menu']}
      button={
        <button type="button" className={buttonClass ?? ''} aria-label={buttonLabel}>
          {children}
        </button>
      }
    >
      {actions.map(({ id, name, icon: Icon, unavailable, run }) => (
        <Tooltip key={id} label={unavailable}>
          <MenuItem aria-label={name} disabled={unavailable !== null} onClick={run}>
            {Icon !== undefined ? (
              <Icon size={16} aria-hidden="true" />
            ) : (
              hasIcons && <span className={styles['no-icon']} />
            )}
            <span className="grows">{name}</span>
            {keysOf(commands, id).map((key, index) => (
              <Keycap key={index} name={key} />
            ))}
          </MenuItem>
        </Tooltip>
      ))}
    </ButtonMenu>
  );
}
