/**
 * A menu of actions with their keys, opened by one button. When an action's dialog closes, the focus returns to the
 * button. An unavailable action shows its reason and does nothing.
 */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keysOf, useCommandList } from '../../commands/use-commands.ts';
import { DropDown } from './DropDown.tsx';
import styles from './OverflowMenu.module.css';
import { Keycap } from '../Keycap.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface OverflowAction {
  readonly id: string;
  readonly name: string;
  readonly icon?: LucideIcon;
  readonly unavailable: string | null;
  readonly run: () => void;
}

interface OverflowMenuProps {
  readonly label: string;
  readonly actions: readonly OverflowAction[];
  readonly buttonClass: string | undefined;
  readonly buttonLabel?: string;
  readonly children: ReactNode;
}

export function OverflowMenu({ label, actions, buttonClass, buttonLabel, children }: OverflowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const commands = useCommandList();
  const hasIcons = actions.some(({ icon }) => icon !== undefined);
  function choose({ unavailable, run }: OverflowAction): void {
    if (unavailable !== null) return;
    // Closes first and focuses the button, so that a dialog opened by the action returns the focus to it.
    flushSync(() => setOpened(false));
    button.current?.focus();
    run();
  }
  return (
    <DropDown
      label={label}
      opened={opened}
      setOpened={setOpened}
      className={styles['menu']}
      padding="var(--space-1)"
      button={
        <button
          type="button"
          ref={button}
          className={buttonClass ?? ''}
          aria-label={buttonLabel}
          onClick={() => setOpened(!opened)}
        >
          {children}
        </button>
      }
    >
      {actions.map((action) => {
        const { id, name, icon: Icon, unavailable } = action;
        return (
          <Tooltip key={id} label={unavailable}>
            <button
              type="button"
              className={styles['item'] ?? ''}
              aria-label={name}
              aria-disabled={unavailable !== null}
              onClick={() => choose(action)}
            >
              {Icon !== undefined ? (
                <Icon size={16} aria-hidden="true" />
              ) : (
                hasIcons && <span className={styles['no-icon']} />
              )}
              <span className={styles['name']}>{name}</span>
              {keysOf(commands, id).map((key, index) => (
                <Keycap key={index} name={key} />
              ))}
            </button>
          </Tooltip>
        );
      })}
    </DropDown>
  );
}
