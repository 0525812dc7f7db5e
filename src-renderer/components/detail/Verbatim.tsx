/** A received text exactly as it came, with lines of any length. Invisible characters are shown as escapes. */
import { type RefObject, useMemo } from 'react';
import { textChunks } from '../../text/text-chunks.ts';
import { visibleText } from '../../text/visible-text.ts';
import { VirtualLines } from './VirtualLines.tsx';
import styles from './RawText.module.css';

interface VerbatimProps {
  readonly text: string;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function Verbatim({ text, scroller }: VerbatimProps) {
  const chunks = useMemo(() => textChunks(text), [text]);
  return (
    <VirtualLines
      count={chunks.length}
      charCount={text.length}
      scroller={scroller}
      renderLine={(index) => <div className={styles['chunk']}>{visibleText(chunks[index] ?? '', '\n')}</div>}
    />
  );
}
