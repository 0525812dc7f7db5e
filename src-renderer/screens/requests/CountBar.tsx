/** How much of a request is completed, failed and told of by nobody, as a bar. Its words stand beside it, and in its tip. */
import type { Outcome } from '../../../src-shared/domain/outcomes.ts';
import type { RequestCounts } from '../../../src-shared/words/request-outcome-words.ts';
import { Tip } from '../../components/Tip.tsx';
import { barParts, barWords } from './bar-parts.ts';
import styles from './CountBar.module.css';

export function CountBar(props: { outcome: Outcome; counts: RequestCounts; tall?: boolean }) {
  const { outcome, counts, tall = false } = props;
  const words = barWords(outcome, counts);
  return (
    <Tip label={words}>
      <span className={styles['frame']}>
        <span className={styles['bar']} data-tall={tall || undefined} aria-hidden="true">
          {barParts(outcome, counts).map(({ kind, count }) => (
            <span key={kind} className={styles['part']} data-kind={kind} style={{ flexGrow: count }} />
          ))}
        </span>
        <span className="visually-hidden">{words}</span>
      </span>
    </Tip>
  );
}
