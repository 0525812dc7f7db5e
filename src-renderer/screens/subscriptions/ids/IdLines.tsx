/** Draws the lines of a list that are in view, and highlights the ids that were not found. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { useIdList } from '../../../stores/use-stores.ts';
import type { IdList } from '../../../text/id-list.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { useTokens } from '../../../theme/use-tokens.ts';
import styles from './CompareIds.module.css';

/** Relative to the type size; same height as `.line` in the style sheet. */
const LINE_HEIGHT = 18 / 13;

export function IdLines({ list }: { list: IdList }) {
  const { unit } = useTokens();
  const comparison = useIdList((state) => state.comparison);
  const missing = useMemo(() => new Set(comparison.kind === 'compared' ? comparison.missing : []), [comparison]);
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this hook returns
  const virtual = useVirtualizer({
    count: list.entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT * unit,
    overscan: 12,
  });
  const lines = virtual.getVirtualItems();
  return (
    <section
      ref={scroller}
      className={styles['lines']}
      aria-label={`Ids of the list, ${numberText(list.entries.length)} of them`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
      tabIndex={0}
    >
      <div className={styles['all-lines']} style={{ height: virtual.getTotalSize() }}>
        <div style={{ transform: `translateY(${lines[0]?.start ?? 0}px)` }}>
          {lines.map(({ index }) => {
            const entry = list.entries[index];
            if (entry === undefined) return null;
            return (
              <div key={index} className={styles['line']} data-missing={missing.has(entry.index)}>
                <span className={styles['number']}>{entry.line}</span>
                <bdi dir="ltr" className={styles['id']}>
                  {visibleText(list.ids[entry.index] ?? '')}
                </bdi>
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
