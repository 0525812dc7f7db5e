/**
 * Shows text from outside: of events, profiles or paths. Invisible and reordering characters become escapes, and
 * right-to-left text is isolated. Never show such text in another way or as HTML.
 */
import { visibleText } from '../text/visible-text.ts';
import styles from './Untrusted.module.css';

interface UntrustedProps {
  readonly text: string;
  readonly allowed?: string;
  /**
   * The end at which to shorten the text if it does not fit; absent: wraps. Paths and codes differ at their end, so
   * they lose the front.
   */
  readonly truncate?: 'front' | 'end';
  /** Element around the text; a `span` if only a class is given. */
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
