/** The one pane for details: an optional head row that stays, and content that scrolls below it. */
import type { ReactNode, RefObject } from 'react';
import { ScrollRegion } from '../ScrollRegion.tsx';
import styles from './DetailPane.module.css';

interface DetailPaneProps {
  /** Name of the scrolling region: "Event in full". */
  readonly label: string;
  /** A new key scrolls to the top. */
  readonly itemKey: string | number;
  /** Usually a `PaneHead`. */
  readonly head?: ReactNode;
  /**
   * `cards`: the content consists of framed cards, so it uses the full width on the ground colour. `case`: likewise, and
   * the pane gets the focus only so that arrow keys scroll it.
   */
  readonly layout?: keyof typeof SCROLLERS;
  readonly isStale?: boolean;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

const SCROLLERS = {
  text: styles['scroll'],
  cards: `${styles['scroll']} on-ground`,
  case: `${styles['scroll']} ${styles['case']} on-ground`,
};

export function DetailPane(props: DetailPaneProps) {
  const { label, itemKey, head, layout = 'text', isStale = false, scroller, children } = props;
  return (
    <div className="stack full-height shrinks-down" data-stale={isStale}>
      {head}
      <ScrollRegion key={itemKey} ref={scroller} className={SCROLLERS[layout]} label={label}>
        {/* The scroll container has a single child, whose height is measured. */}
        <div className={styles[layout === 'text' ? 'text' : 'cards']}>{children}</div>
      </ScrollRegion>
    </div>
  );
}
