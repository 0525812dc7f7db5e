/**
 * Text from outside: of an event, a profile, a path. Characters that hide or move others are shown as escapes, and what
 * is written from right to left stays within its own place. Never shown in any other way, and never as HTML.
 */
import { visibleText } from '../text/visible-text.ts';
import styles from './Untrusted.module.css';

interface UntrustedProps {
  readonly text: string;
  /** Characters to leave as they are, such as the line breaks of a laid-out text. */
  readonly keep?: string;
  /** Which part goes where there is no room; absent: it breaks over lines. Paths and codes differ at their end. */
  readonly lose?: 'front' | 'end';
}

export function Untrusted({ text, keep = '', lose }: UntrustedProps) {
  const isolated = (
    <bdi dir="ltr" className={styles['text']} data-lose={lose}>
      {visibleText(text, keep)}
    </bdi>
  );
  return lose === 'front' ? <span className={styles['front']}>{isolated}</span> : isolated;
}
