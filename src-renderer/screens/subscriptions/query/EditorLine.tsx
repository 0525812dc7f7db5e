import { memo } from 'react';
import type { JsonToken } from './json-lines.ts';
import styles from './EditorLine.module.css';

export const EditorLine = memo(
  function WrittenLine({ tokens }: { tokens: readonly JsonToken[] }) {
    return (
      <div className={styles['line']}>
        {tokens.map(({ text, tone, mark }, index) => (
          <span key={index} data-tone={tone} data-mark={mark ?? undefined}>
            {text}
          </span>
        ))}
        {'\n'}
      </div>
    );
  },
  ({ tokens: before }, { tokens: nextTokens }) =>
    before.length === nextTokens.length &&
    before.every(({ text, tone, mark }, index) => {
      const token = nextTokens[index];
      return token?.text === text && token.tone === tone && token.mark === mark;
    }),
);
