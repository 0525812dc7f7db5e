import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect, useState } from 'react';
import { CommandKeys } from '../CommandKeys.tsx';
import { type TooltipContent, type TooltipController, TooltipContext } from './Tooltip.tsx';
import { FLOATING } from './floating.ts';
import styles from './TooltipLayer.module.css';

/** Long enough to move over a row of buttons without a tooltip. */
const SHOW_DELAY_MS = 250;
/** Long enough to move from the element to its tooltip. */
const LEAVE_DELAY_MS = 150;
/** Includes dialogs, because the rest of the page is hidden from screen readers while one is open. */
const LANDMARK_SELECTOR = '[role=dialog], main, nav, header, aside';

interface Shown extends TooltipContent {
  readonly trigger: 'pointer' | 'focus';
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
      {shown !== null && <TooltipBubble key={shown.owner} {...shown} stage={stage} hide={() => setShown(null)} />}
    </TooltipContext>
  );
}

interface Stage extends TooltipController {
  /** The pointer reached the tooltip. */
  stay(): void;
}

function createController(show: (next: (present: Shown | null) => Shown | null) => void): Stage {
  let coming: { readonly owner: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(coming?.timer);
    coming = null;
  };
  return {
    show(owner, target, content, trigger) {
      forget();
      const appear = () => {
        clearTimeout(leaving);
        show(() => ({ ...content, owner, target, trigger }));
      };
      if (trigger === 'focus') appear();
      else coming = { owner, timer: setTimeout(appear, SHOW_DELAY_MS) };
    },
    hide(owner) {
      if (coming?.owner === owner) forget();
      show((present) => (present?.owner === owner ? null : present));
    },
    leave(owner) {
      if (coming?.owner === owner) forget();
      clearTimeout(leaving);
      leaving = setTimeout(() => this.hide(owner), LEAVE_DELAY_MS);
    },
    stay: () => clearTimeout(leaving),
  };
}

function TooltipBubble(props: Shown & { stage: Stage; hide: () => void }) {
  const { label, command, side = 'bottom', owner, target, trigger, anchorTag, stage, hide } = props;
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
          data-trigger={trigger}
          onPointerEnter={() => stage.stay()}
          onPointerLeave={() => stage.leave(owner)}
          onPointerDown={hide}
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
