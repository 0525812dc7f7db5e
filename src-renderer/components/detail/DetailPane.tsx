import type { ReactNode, RefObject } from 'react';
import styles from './DetailPane.module.css';
import { type ListPosition, PaneHead } from './PaneHead.tsx';

interface DetailPaneProps {
  readonly noun: string;
  /** A new key scrolls to the top. */
  readonly itemKey: string | number;
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
  readonly actions: ReactNode;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function DetailPane({ noun, itemKey, position, step, actions, scroller, children }: DetailPaneProps) {
  return (
    <div className="stack full-height shrinks-down">
      <PaneHead position={position} step={step} noun={noun}>
        {actions}
      </PaneHead>
      <section
        key={itemKey}
        ref={scroller}
        className={styles['scroll']}
        aria-label={`${noun} in full`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
        tabIndex={0}
      >
        <div className={styles['content']}>{children}</div>
      </section>
    </div>
  );
}
