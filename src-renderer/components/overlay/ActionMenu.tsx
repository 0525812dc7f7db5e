import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { FLOATING, onFocusLeave } from './floating.ts';
import styles from './Popover.module.css';

interface ActionMenuProps {
  readonly label?: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function ButtonMenu({ button, ...menu }: ActionMenuProps & { button: ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger render={button} />
      <MenuPanel align="end" close={() => setOpen(false)} {...menu} />
    </Menu.Root>
  );
}

export function ContextMenu({
  at,
  close,
  ...menu
}: ActionMenuProps & { at: { readonly x: number; readonly y: number }; close: () => void }) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y) };
  return (
    <Menu.Root open modal={false} onOpenChange={close}>
      <MenuPanel align="start" anchor={anchor} close={close} panel={focusFirstItem} {...menu} />
    </Menu.Root>
  );
}

/** The library does so only if a key on the menu's own button opened it. */
function focusFirstItem(panel: HTMLElement | null): void {
  // The library first remembers which element has the focus, to return it.
  queueMicrotask(() => panel?.querySelector<HTMLElement>('[role=menuitem]')?.focus());
}

function MenuPanel({
  label,
  className = '',
  children,
  close,
  panel,
  ...place
}: ActionMenuProps & { close: () => void; panel?: (panel: HTMLElement | null) => void } & Pick<
    ComponentProps<typeof Menu.Positioner>,
    'align' | 'anchor'
  >) {
  return (
    <Menu.Portal>
      <Menu.Positioner {...FLOATING} {...place} className={styles['layer']}>
        <Menu.Popup
          ref={panel}
          aria-label={label}
          className={`${styles['float']} ${styles['menu']} ${className}`}
          onBlur={onFocusLeave(close)}
          // The key that opened the menu fires a contextmenu event on release.
          onContextMenu={(press) => press.preventDefault()}
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

interface MenuItemProps extends Omit<ComponentProps<typeof Menu.Item>, 'className'> {
  readonly className?: string | undefined;
}

/** If disabled, it can still be reached by keyboard, so that it can explain why. */
export function MenuItem({ className = '', ...rest }: MenuItemProps) {
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the library gives it the children
  const button = <button type="button" />;
  return <Menu.Item nativeButton render={button} className={`${styles['item']} ${className}`} {...rest} />;
}
