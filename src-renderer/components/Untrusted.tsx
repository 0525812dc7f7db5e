/**
 * Shows text from outside with escapes for invisible and reordering characters. Never show such text in another way.
 */
import { visibleText } from '../text/visible-text.ts';
import styles from './Untrusted.module.css';

interface UntrustedProps {
  readonly text: string;
  readonly allowed?: string;
  /** The end at which to shorten; absent: wraps. Paths and codes differ at their end, so they lose the front. */
  readonly truncate?: 'front' | 'end';
  readonly as?: 'b' | 'code' | 'p' | 'q' | 'span';
  readonly className?: string | undefined;
}

export function Untrusted({ text, allowed = '', truncate, as, className }: UntrustedProps) {
  const visible = visibleText(text, allowed);
  const isolated = (
    <bdi
      dir="ltr"
      className={styles['text']}
      data-lose={truncate}
      // An identifier or a code with escapes is copied as it was received.
      data-stored={visible === text || /\s/.test(text) ? undefined : text}
    >
      {visible}
    </bdi>
  );
  const shown = truncate === 'front' ? <span className={styles['front']}>{isolated}</span> : isolated;
  if (as === undefined && className === undefined) return shown;
  const Around = as ?? 'span';
  return <Around className={className}>{shown}</Around>;
}
