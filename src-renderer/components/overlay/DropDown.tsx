import { Popover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { initialFocus } from './initial-focus.ts';
import { FLOATING, onFocusLeave } from './floating.ts';
import styles from './Popover.module.css';

export interface DropDownProps {
  /** Its name is also that of the panel. */
  readonly button: ReactElement;
  /** If absent, the drop-down keeps its own state. */
  readonly opened?: boolean;
  readonly setOpened?: (opened: boolean) => void;
  readonly className?: string | undefined;
  readonly from?: 'left' | 'right';
  readonly side?: 'bottom' | 'right';
  readonly padding?: string;
  /** Element inside which it is rendered; default is the body. Null until that element exists. */
  readonly container?: HTMLElement | null;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

export function DropDown(props: DropDownProps) {
  const { button, className = '', from = 'right', side = 'bottom', padding, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { opened = isOpen, setOpened = setOpen } = props;
  const close = () => setOpened(false);
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={opened} onOpenChange={setOpened}>
      <Popover.Trigger id={id} render={button} />
      <Popover.Portal container={props.container}>
        <Popover.Positioner
          {...FLOATING}
          className={styles['layer']}
          side={side}
          align={side === 'right' ? 'center' : from === 'left' ? 'start' : 'end'}
        >
          <Popover.Popup
            aria-labelledby={id}
            className={`${styles['float']} ${className}`}
            style={{ padding }}
            onBlur={onFocusLeave(close)}
            ref={panel}
            initialFocus={() => initialFocus(panel.current)}
          >
            {typeof children === 'function' ? children(close) : children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
