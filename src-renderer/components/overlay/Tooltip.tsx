/** Appears on hover after a delay, on keyboard focus at once. `TooltipLayer` draws one for the complete page. */
import { cloneElement, createContext, type HTMLAttributes, type ReactElement, use, useEffect, useId } from 'react';
import { createPortal } from 'react-dom';

export interface TooltipContent {
  /**
   * Also describes the element. A function in rows and if the text is costly, because most tooltips are never shown.
   */
  readonly label: string | (() => string) | null;
  readonly command?: string | undefined;
  readonly side?: 'bottom' | 'right' | undefined;
  /** Tag of the ancestor next to which the tooltip appears, if it would cover something next to the target. */
  readonly anchorTag?: keyof HTMLElementTagNameMap | undefined;
}

export interface TooltipController {
  show(owner: string, target: HTMLElement, content: TooltipContent, why: 'pointer' | 'focus'): void;
  hide(owner: string): void;
  /** Hides it unless the pointer reaches the tooltip, where it can rest (WCAG 1.4.13). */
  leave(owner: string): void;
}

export const TooltipContext = createContext<TooltipController | null>(null);

interface TooltipProps extends TooltipContent {
  /** Why the button cannot be pressed now. It stays reachable and does nothing. */
  readonly unavailable?: string | null;
  /** Must be one element that passes handlers and attributes to the DOM. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

export function Tooltip({ children, unavailable = null, ...given }: TooltipProps) {
  const content = unavailable === null ? given : { ...given, label: unavailable };
  const { label } = content;
  const stage = use(TooltipContext);
  const owner = useId();
  const childProps = children.props;
  // A function is not called for a description, because rows have many of them.
  const isDescribed = typeof label === 'string' && label !== childProps['aria-label'];
  useEffect(() => () => stage?.hide(owner), [stage, owner]);
  if (label === null) return children;

  const described = cloneElement(children, {
    ...(isDescribed && { 'aria-describedby': owner }),
    ...(unavailable !== null && { 'aria-disabled': true, onClick: undefined }),
    onPointerEnter: (event) => {
      childProps.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') stage?.show(owner, event.currentTarget, content, 'pointer');
    },
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event);
      stage?.leave(owner);
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event);
      stage?.hide(owner);
    },
    onFocus: (event) => {
      childProps.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) stage?.show(owner, event.currentTarget, content, 'focus');
    },
    onBlur: (event) => {
      childProps.onBlur?.(event);
      stage?.hide(owner);
    },
  });
  if (!isDescribed) return described;
  return (
    <>
      {described}
      {/* Present while the tooltip is closed too. At the end of the page, where it does not disturb any layout. */}
      {createPortal(
        <span id={owner} hidden>
          {label}
        </span>,
        document.body,
      )}
    </>
  );
}
