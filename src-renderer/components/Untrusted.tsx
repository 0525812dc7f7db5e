/**
 * Text from outside: of an event, a profile, a path. Characters that hide or move others are shown as escapes, and what
 * is written from right to left stays within its own place. Never shown in any other way, and never as HTML.
 */
import { visibleText } from '../text/visible-text.ts';
import styles from './Untrusted.module.css';

interface UntrustedProps {
  readonly text: string;
  /** Characters to leave as they are, such as the line breaks of a laid-out text. */
  readonly allowed?: string;
  /** Which part goes where there is no room; absent: it breaks over lines. Paths and codes differ at their end. */
  readonly truncate?: 'front' | 'end';
}

export function Untrusted({ text, allowed = '', truncate }: UntrustedProps) {
  const isolated = (
    <bdi dir="ltr" className={styles['text']} data-lose={truncate}>
      {visibleText(text, allowed)}
    </bdi>
  );
  return truncate === 'front' ? <span className={styles['front']}>{isolated}</span> : isolated;
}
