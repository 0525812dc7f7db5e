import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect, useState } from 'react';
import { CommandKeys } from '../CommandKeys.tsx';
import { type TooltipContent, type TooltipController, TooltipContext } from './Tooltip.tsx';
import { FLOATING } from './floating.ts';
import styles from './TooltipLayer.module.css';

/** Long enough to move over a row of buttons without a tooltip. */
const SHOW_DELAY_MS = 250;
/** Includes dialogs, because the rest of the page is hidden from screen readers while one is open. */
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
    window.addEventListener('scroll', hide, true);
    return () => window.removeEventListener('scroll', hide, true);
  }, [isShown]);
  return (
    <TooltipContext value={stage}>
      {children}
      {shown !== null && <TooltipBubble key={shown.owner} {...shown} hide={() => setShown(null)} />}
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

function TooltipBubble({ label, command, side = 'bottom', target, anchorTag, hide }: Shown & { hide: () => void }) {
  return (
    <BaseTooltip.Root
      open
      onOpenChange={(_, details) => {
        // Escape also closes what is below the tooltip.
        details.cancel();
        details.allowPropagation();
        hide();
      }}
    >
      {/* Rendered inside the target's landmark for screen readers. */}
      <BaseTooltip.Portal container={target.closest<HTMLElement>(LANDMARK_SELECTOR) ?? document.body}>
        <BaseTooltip.Positioner
          {...FLOATING}
          className={styles['layer']}
          side={side}
          anchor={anchorTag === undefined ? target : (target.closest(anchorTag) ?? target)}
        >
          <BaseTooltip.Popup className={styles['tip']} role="tooltip">
            {typeof label === 'function' ? label() : label}
            {command !== undefined && <CommandKeys id={command} />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
