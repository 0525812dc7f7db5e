/**
 * Things to do that fold into one button, each with its key. What one of them opens gives the focus back to the button.
 * One that cannot be done now says why, and does nothing.
 */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keysOf, useCommandList } from '../commands/use-commands.ts';
import { DropDown } from './DropDown.tsx';
import styles from './OverflowMenu.module.css';
import { Keycap } from './Keycap.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface OverflowAction {
  /** Of the command that does the same. */
  readonly id: string;
  readonly name: string;
  readonly icon?: LucideIcon;
  /** Why it cannot be done now; `null`: it can. */
  readonly unavailable: string | null;
  readonly run: () => void;
}

interface OverflowMenuProps {
  /** Of what opens. */
  readonly label: string;
  readonly actions: readonly OverflowAction[];
  readonly buttonClass: string | undefined;
  /** Of the button, where it has no words. */
  readonly buttonLabel?: string;
  /** In the button. */
  readonly children: ReactNode;
}

export function OverflowMenu({ label, actions, buttonClass, buttonLabel, children }: OverflowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const commands = useCommandList();
  const hasIcons = actions.some(({ icon }) => icon !== undefined);
  function choose({ unavailable, run }: OverflowAction): void {
    if (unavailable !== null) return;
    // Closed first: what is done may take the focus on, and gives it back to where it came from.
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
              {keysOf(commands, id).map((key, place) => (
                <Keycap key={place} name={key} />
              ))}
            </button>
          </Tooltip>
        );
      })}
    </DropDown>
  );
}
