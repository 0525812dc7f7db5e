/** One line of what is written, beneath the field. Signs that nobody sees are framed where they stand. */
import { memo } from 'react';
import type { JsonPiece } from './json-lines.ts';
import styles from './WrittenLine.module.css';

export const WrittenLine = memo(
  function WrittenLine({ pieces }: { pieces: readonly JsonPiece[] }) {
    return (
      <div className={styles['line']}>
        {pieces.map(({ text, tone, mark }, index) => (
          <span key={index} data-tone={tone} data-mark={mark ?? undefined}>
            {text}
          </span>
        ))}
        {'\n'}
      </div>
    );
  },
  ({ pieces: before }, { pieces }) =>
    before.length === pieces.length &&
    before.every(({ text, tone, mark }, index) => {
      const piece = pieces[index];
      return piece?.text === text && piece.tone === tone && piece.mark === mark;
    }),
);
