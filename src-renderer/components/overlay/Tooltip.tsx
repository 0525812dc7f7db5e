/**
 * The page's tooltip: a label and the command's keys. Appears after a short delay on hover, immediately on keyboard
 * focus, and disappears on Escape. `TooltipLayer` draws one tooltip for the complete page, so rows can have many.
 */
import { cloneElement, createContext, type DOMAttributes, type ReactElement, use, useEffect, useId } from 'react';

export interface TooltipContent {
  /** A function if the text is costly to make, because most tooltips are never shown. Null for no tooltip. */
  readonly label: string | (() => string) | null;
  /** Command whose keys are shown after the label. */
  readonly command?: string | undefined;
  readonly side?: 'bottom' | 'right' | undefined;
  /** Tag of the ancestor next to which the tooltip appears, if it would cover something next to the target. */
  readonly anchorTag?: keyof HTMLElementTagNameMap | undefined;
}

export interface TooltipController {
  show(owner: string, target: HTMLElement, content: TooltipContent, why: 'pointer' | 'focus'): void;
  hide(owner: string): void;
}

export const TooltipContext = createContext<TooltipController | null>(null);

type Pointed = DOMAttributes<HTMLElement>;

/** @param children one element that passes pointer and focus handlers to the DOM */
export function Tooltip({ children, ...content }: TooltipContent & { children: ReactElement<Pointed> }) {
  const stage = use(TooltipContext);
  const owner = useId();
  useEffect(() => () => stage?.hide(owner), [stage, owner]);
  if (stage === null || content.label === null) return children;

  const childProps = children.props;
  return cloneElement<Pointed>(children, {
    onPointerEnter: (event) => {
      childProps.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') stage.show(owner, event.currentTarget, content, 'pointer');
    },
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event);
      stage.hide(owner);
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event);
      stage.hide(owner);
    },
    onFocus: (event) => {
      childProps.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) stage.show(owner, event.currentTarget, content, 'focus');
    },
    onBlur: (event) => {
      childProps.onBlur?.(event);
      stage.hide(owner);
    },
  });
}
