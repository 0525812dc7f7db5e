/** Bar of the completed, failed and unaccounted resources of a request. Its words are next to it and in its tooltip. */
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import type { RequestCounts } from '../../../src-shared/words/request-outcome-words.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { countBarParts, countBarWords } from './count-bar-parts.ts';
import styles from './CountBar.module.css';

export function CountBar(props: { outcome: Outcome; counts: RequestCounts; tall?: boolean }) {
  const { outcome, counts, tall = false } = props;
  const words = countBarWords(outcome, counts);
  return (
    <Tooltip label={() => words}>
      <span className="block">
        <span className={styles['bar']} data-tall={tall || undefined} aria-hidden="true">
          {countBarParts(outcome, counts).map(({ kind, count }) => (
            <span key={kind} className={styles['part']} data-kind={kind} style={{ flexGrow: count }} />
          ))}
        </span>
        <span className="visually-hidden">{words}</span>
      </span>
    </Tooltip>
  );
}
