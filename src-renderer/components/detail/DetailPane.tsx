import type { ReactNode, RefObject } from 'react';
import { ScrollRegion } from '../ScrollRegion.tsx';
import styles from './DetailPane.module.css';

interface DetailPaneProps {
  readonly label: string;
  /** A new key scrolls to the top. */
  readonly itemKey: string | number;
  readonly head?: ReactNode;
  /** `cards`: full width on the ground colour. `case`: likewise, with the focus only so that arrow keys scroll it. */
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
