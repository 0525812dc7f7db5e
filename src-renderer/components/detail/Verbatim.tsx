/** A received text exactly as it came, however long its lines are; what hides in it is shown as an escape. */
import { type RefObject, useMemo } from 'react';
import { textPieces } from '../../text/text-pieces.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Lines } from './Lines.tsx';
import styles from './RawText.module.css';

interface VerbatimProps {
  readonly text: string;
  /** What scrolls around it. */
  readonly scroller: RefObject<HTMLElement | null>;
}

export function Verbatim({ text, scroller }: VerbatimProps) {
  const pieces = useMemo(() => textPieces(text), [text]);
  return (
    <Lines
      count={pieces.length}
      volume={text.length}
      scroller={scroller}
      renderLine={(index) => <div className={styles['piece']}>{visibleText(pieces[index] ?? '', '\n')}</div>}
    />
  );
}
