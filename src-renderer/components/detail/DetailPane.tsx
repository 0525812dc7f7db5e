/** What is open beside a list, in full: its head, and below it all of it, which scrolls by keys too. */
import type { ReactNode, RefObject } from 'react';
import styles from './DetailPane.module.css';
import { type ListPosition, PaneHead } from './PaneHead.tsx';

interface DetailPaneProps {
  /** What it is, with a capital. */
  readonly noun: string;
  /** Another one begins at its top. */
  readonly itemKey: string | number;
  readonly position: ListPosition | null;
  /** Opens the next one further down (1) or up (-1). */
  readonly step: (by: 1 | -1) => void;
  /** What can be done with it. */
  readonly actions: ReactNode;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function DetailPane({ noun, itemKey, position, step, actions, scroller, children }: DetailPaneProps) {
  return (
    <div className={styles['pane']}>
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
