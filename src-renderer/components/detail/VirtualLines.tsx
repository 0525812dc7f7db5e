/**
 * Short lists are drawn completely for search and print. Of long ones only the visible lines, so that a megabyte opens.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTokens } from '../../theme/use-tokens.ts';
import styles from './RawText.module.css';

/** Up to these limits, drawing everything takes about 10 ms. */
const MAX_UNVIRTUALIZED_LINES = 200;
const MAX_UNVIRTUALIZED_CHARS = 20_000;

interface LinesProps {
  readonly count: number;
  readonly charCount: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly active?: number;
  /** Must return one element. */
  readonly renderLine: (index: number) => ReactNode;
}

export function VirtualLines(props: LinesProps) {
  const isFew = props.count <= MAX_UNVIRTUALIZED_LINES && props.charCount <= MAX_UNVIRTUALIZED_CHARS;
  return isFew ? <AllLines {...props} /> : <VisibleLines {...props} />;
}

function AllLines({ count, renderLine }: LinesProps) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} role="presentation">
      {renderLine(index)}
    </div>
  ));
}

/** Height of one line relative to `--unit`; must match `RawText.module.css`. */
const LINE_HEIGHT = 19 / 13;

function VisibleLines({ count, scroller, active = -1, renderLine }: LinesProps) {
  const { unit } = useTokens();
  const list = useRef<HTMLDivElement>(null);
  const scrollMargin = useTopIn(scroller, list);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this hook returns
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT * unit,
    overscan: 8,
    scrollMargin,
  });
  useLayoutEffect(() => {
    if (active !== -1) virtual.scrollToIndex(active, { align: 'auto' });
  }, [virtual, active]);
  const items = virtual.getVirtualItems();
  const top = (items[0]?.start ?? scrollMargin) - scrollMargin;
  return (
    <div ref={list} role="presentation" style={{ height: virtual.getTotalSize() }}>
      <div role="presentation" className={styles['in-view']} style={{ transform: `translateY(${top}px)` }}>
        {items.map((item) => (
          <div key={item.index} ref={virtual.measureElement} data-index={item.index} role="presentation">
            {renderLine(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Distance from the start of the scrolled content to the element; updated when content above changes its height. */
function useTopIn(scroller: RefObject<HTMLElement | null>, element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, element.current];
    const content = outer?.firstElementChild ?? null;
    if (outer === null || inner === null || content === null) return undefined;
    const measure = () =>
      setTop(Math.round(inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop));
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [scroller, element]);
  return top;
}
