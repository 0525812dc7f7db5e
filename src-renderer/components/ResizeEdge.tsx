/** Edge of a region that changes its size: by dragging, by arrow keys, and to the initial size by a double click. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTokens } from '../theme/use-tokens.ts';
import styles from './ResizeEdge.module.css';

interface ResizeEdgeProps {
  readonly side: 'left' | 'top';
  readonly label: string;
  /** In px of the default scale. */
  readonly size: number;
  readonly limits: { readonly min: number; readonly initial: number; readonly max: number };
  /** Called while the edge is dragged; null at the end. */
  readonly drag: (size: number | null) => void;
  readonly keep: (size: number) => void;
}

/** `--unit` at the default scale, at which sizes are stored. */
const USUAL_UNIT = 13;
const KEY_STEP_PX = 20;

export function ResizeEdge({ side, label, size, limits, drag, keep }: ResizeEdgeProps) {
  const { unit } = useTokens();
  const [bigger, smaller] = side === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const clamp = (next: number) => Math.min(limits.max, Math.max(limits.min, Math.round(next)));
  const sizeAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { right = 0, bottom = 0 } = currentTarget.parentElement?.getBoundingClientRect() ?? {};
    return clamp(((side === 'left' ? right - clientX : bottom - clientY) * USUAL_UNIT) / unit);
  };
  return (
    <div
      className={styles['edge']}
      data-side={side}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that moves is a control, a rule is none
      role="separator"
      aria-orientation={side === 'left' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(size);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(sizeAt(event));
      }}
      onPointerUp={(event) => {
        keep(sizeAt(event));
        drag(null);
      }}
      onPointerCancel={() => drag(null)}
      onDoubleClick={() => keep(limits.initial)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === bigger) keep(clamp(size + KEY_STEP_PX));
        else if (event.key === smaller) keep(clamp(size - KEY_STEP_PX));
        else return;
        event.preventDefault();
      }}
    />
  );
}
