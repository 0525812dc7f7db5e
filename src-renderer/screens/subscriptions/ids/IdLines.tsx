import { useMemo, useRef } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { VirtualLines } from '../../../components/detail/VirtualLines.tsx';
import { useIdList } from '../../../stores/use-stores.ts';
import type { IdList } from '../../../text/id-list.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import styles from './CompareIds.module.css';

export function IdLines({ list: { ids, entries } }: { list: IdList }) {
  const comparison = useIdList((state) => state.comparison);
  const missing = useMemo(() => new Set(comparison.kind === 'compared' ? comparison.missing : []), [comparison]);
  const scroller = useRef<HTMLElement>(null);
  const line = (at: number) => {
    const { line: number, index } = entries[at] ?? { line: at, index: -1 };
    return (
      <div className={styles['line']} data-missing={missing.has(index)}>
        <span className={styles['number']}>{number}</span>
        <bdi dir="ltr">{visibleText(ids[index] ?? '')}</bdi>
      </div>
    );
  };
  return (
    <ScrollRegion
      ref={scroller}
      className={`mono ${styles['lines']}`}
      label={`Ids of the list, ${numberText(entries.length)} of them`}
    >
      <div>
        <VirtualLines count={entries.length} charCount={0} scroller={scroller} renderLine={line} />
      </div>
    </ScrollRegion>
  );
}
