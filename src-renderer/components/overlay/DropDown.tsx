import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useId } from 'react';
import { Popover } from './Popover.tsx';
import type { PopoverSide } from './popover-position.ts';

interface DropDownProps {
  readonly label: string;
  readonly button: ReactElement<HTMLAttributes<HTMLButtonElement>>;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly className?: string | undefined;
  /** The button's edge that it aligns with; default is the right one. */
  readonly from?: 'left' | 'right';
  readonly side?: PopoverSide;
  readonly padding?: string;
  readonly children: ReactNode;
}

export function DropDown({
  label,
  button,
  opened,
  setOpened,
  className,
  from = 'right',
  side,
  padding,
  children,
}: DropDownProps) {
  const id = useId();
  return (
    <>
      {cloneElement(button, {
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-opened` : undefined,
      })}
      {opened && (
        <Popover
          id={`${id}-opened`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- `<dialog>` would lie over the tips of what is in it
          role="dialog"
          aria-label={label}
          aria-labelledby={id}
          anchor={() => document.getElementById(id)}
          side={side ?? (from === 'left' ? 'bottom-start' : 'bottom-end')}
          close={() => setOpened(false)}
          className={className}
          style={padding === undefined ? {} : { padding }}
        >
          {children}
        </Popover>
      )}
    </>
  );
}
