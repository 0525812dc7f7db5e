/**
 * The one tooltip: what something is called, and the keys that do the same. It comes with the pointer after a moment and
 * with keyboard focus at once, and goes with Esc. `TooltipLayer` draws one for the whole page, so that a row may carry many.
 */
import { cloneElement, createContext, type DOMAttributes, type ReactElement, use, useEffect, useId } from 'react';
import type { TooltipSide } from './popover-position.ts';

export interface TooltipContent {
  /** As a function where making the text costs something: most tips are never read. `null`: no tip. */
  readonly label: string | (() => string) | null;
  /** Whose keys stand beside the label. */
  readonly command?: string | undefined;
  readonly position?: TooltipSide | undefined;
  /** The tag around the target beside which it stands, where beside the target it would lie over what is there. */
  readonly anchorTag?: keyof HTMLElementTagNameMap | undefined;
}

/** Where tips are shown; whose it is tells one from the other. */
export interface TooltipController {
  show(owner: string, target: HTMLElement, content: TooltipContent, why: 'pointer' | 'focus'): void;
  hide(owner: string): void;
}

export const TooltipContext = createContext<TooltipController | null>(null);

type Pointed = DOMAttributes<HTMLElement>;

/** @param children one element that passes pointer and focus handlers on to the DOM */
export function Tooltip({ children, ...content }: TooltipContent & { children: ReactElement<Pointed> }) {
  const stage = use(TooltipContext);
  const owner = useId();
  // A row that is taken away under the pointer takes its tip with it.
  useEffect(() => () => stage?.hide(owner), [stage, owner]);
  if (stage === null || content.label === null) return children;

  const own = children.props;
  return cloneElement<Pointed>(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') stage.show(owner, event.currentTarget, content, 'pointer');
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      stage.hide(owner);
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      stage.hide(owner);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) stage.show(owner, event.currentTarget, content, 'focus');
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      stage.hide(owner);
    },
  });
}
