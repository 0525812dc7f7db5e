/**
 * A panel next to a button or position, in the browser's top layer so that nothing clips it. In the DOM it stays where
 * it was opened, for screen readers. Traps the focus and returns it on closing.
 */
import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from './Popover.module.css';
import { returnFocus } from './return-focus.ts';
import { type Box, type PopoverSide, positionNextTo } from './popover-position.ts';
import { useFocusTrap } from './use-focus-trap.ts';

interface PopoverProps extends Omit<ComponentProps<'div'>, 'about'> {
  /** The button that opens and closes it, or a position on the page. */
  readonly anchor: () => Element | Box | null;
  readonly side: PopoverSide;
  readonly close: () => void;
}

export function Popover({ anchor, side, close, className = '', ...rest }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFocusTrap(panel);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => returnFocus(opener), [opener]);

  const updatePosition = useEffectEvent(() => {
    const anchorElement = anchor();
    const { current } = panel;
    if (anchorElement === null || current === null) return;
    const box = anchorElement instanceof Element ? anchorElement.getBoundingClientRect() : anchorElement;
    const page = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = positionNextTo(side, box, current.getBoundingClientRect(), page);
    current.style.inset = `${top}px auto auto ${left}px`;
  });
  const closeOutside = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node) || !target.isConnected || panel.current?.contains(target) === true) return;
    const anchorElement = anchor();
    // The button itself closes it.
    if (!(anchorElement instanceof Element && anchorElement.contains(target))) close();
  });
  const closeOnEscape = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing) close();
  });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) return undefined;
    current.showPopover();
    updatePosition();
    const again = () => updatePosition();
    const outside = (event: Event) => closeOutside(event);
    // On `document`, because the button may still have the focus.
    const escape = (event: KeyboardEvent) => closeOnEscape(event);
    const sizes = new ResizeObserver(again);
    sizes.observe(current);
    window.addEventListener('resize', again);
    window.addEventListener('scroll', again, true);
    document.addEventListener('keydown', escape, true);
    document.addEventListener('pointerdown', outside);
    // Closes when something else takes the focus, such as Ctrl+K, which it would otherwise cover.
    document.addEventListener('focusin', outside);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', again);
      window.removeEventListener('scroll', again, true);
      document.removeEventListener('keydown', escape, true);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, []);

  return <div {...rest} ref={panel} popover="manual" tabIndex={-1} className={`${styles['float']} ${className}`} />;
}
