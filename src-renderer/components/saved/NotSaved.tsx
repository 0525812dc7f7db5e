import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';
import styles from './Saved.module.css';

export function NotSaved({ refusal }: { refusal: Error | null }) {
  if (refusal === null) return null;
  return (
    <p className={styles['refusal']} role="alert">
      It could not be saved. {visibleText(failureWords(refusal))}
    </p>
  );
}
