import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './AnchoredPanel.module.css';

interface AnchoredPanelProps {
  /** The line that contains the word and may be scrolled. */
  readonly box: RefObject<HTMLElement | null>;
  readonly anchor: string;
  readonly shape: 'list' | 'mistake';
  readonly children: ReactNode;
}

export function AnchoredPanel({ box, anchor, shape, children }: AnchoredPanelProps) {
  const hung = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [frame, panel] = [box.current, hung.current];
    if (frame === null || panel === null) return;
    const [line, word] = [frame.getBoundingClientRect(), frame.querySelector(anchor)?.getBoundingClientRect()];
    const left = Math.max(0, (word?.left ?? line.left) - line.left);
    panel.style.left = `${Math.max(0, Math.min(left, line.width - panel.offsetWidth))}px`;
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus stays in the field
    <div ref={hung} className={styles['hung']} data-shape={shape} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
