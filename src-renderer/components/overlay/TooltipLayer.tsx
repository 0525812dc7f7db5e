import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CommandKeys } from '../../commands/CommandKeys.tsx';
import { type TooltipContent, type TooltipController, TooltipContext } from './Tooltip.tsx';
import { positionNextTo } from './popover-position.ts';
import styles from './TooltipLayer.module.css';

/** Long enough to move over a row of buttons without a tooltip. */
const SHOW_DELAY_MS = 250;
/** Includes dialogs, because a tooltip rendered outside of one would be behind it. */
const LANDMARK_SELECTOR = '[role=dialog], main, nav, header, aside';

interface Shown extends TooltipContent {
  readonly owner: string;
  readonly target: HTMLElement;
}

export function TooltipLayer({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [stage] = useState(() => createController(setShown));
  const isShown = shown !== null;
  useEffect(() => {
    if (!isShown) return undefined;
    const hide = () => setShown(null);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', hide, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', hide, true);
    };
  }, [isShown]);
  return (
    <TooltipContext value={stage}>
      {children}
      {shown !== null && <TooltipBubble {...shown} />}
    </TooltipContext>
  );
}

function createController(show: (next: (present: Shown | null) => Shown | null) => void): TooltipController {
  let coming: { readonly owner: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  const forget = () => {
    clearTimeout(coming?.timer);
    coming = null;
  };
  return {
    show(owner, target, content, trigger) {
      forget();
      const appear = () => show(() => ({ ...content, owner, target }));
      if (trigger === 'focus') appear();
      else coming = { owner, timer: setTimeout(appear, SHOW_DELAY_MS) };
    },
    hide(owner) {
      if (coming?.owner === owner) forget();
      show((present) => (present?.owner === owner ? null : present));
    },
  };
}

function TooltipBubble({ label, command, position = 'bottom', target, anchorTag }: Shown) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = tip;
    if (current === null) return;
    const anchor = (anchorTag === undefined ? null : target.closest<HTMLElement>(anchorTag)) ?? target;
    // The containing block of the fixed tooltip may be smaller than the window.
    current.style.inset = '0 auto auto 0';
    const origin = current.getBoundingClientRect();
    const page = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = positionNextTo(position, anchor.getBoundingClientRect(), origin, page);
    current.style.inset = `${top - origin.top}px auto auto ${left - origin.left}px`;
  });
  return createPortal(
    <div ref={tip} className={styles['tip']} role="tooltip">
      {typeof label === 'function' ? label() : label}
      {command !== undefined && <CommandKeys id={command} />}
    </div>,
    // Rendered inside the target's landmark for screen readers; fixed, so that nothing clips it.
    target.closest<HTMLElement>(LANDMARK_SELECTOR) ?? document.body,
  );
}
