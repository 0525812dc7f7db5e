/** What a failure means now, before anything else: the sentence, then four figures out of the provider's document. */
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { LOCALIZATION_KIND } from '../../../../src-shared/service/notification-words.ts';
import { Code } from '../../../components/Code.tsx';
import {
  type Consequence,
  consequenceOf,
  figureNames,
  LOCALIZATION_ADVICE,
  UNEXPLAINED,
} from '../../../words/consequences.ts';
import { explainedCodes } from './event-facts.ts';
import styles from './Consequences.module.css';

export function Consequences({ event }: { event: EventSummary }) {
  if (event.outcome !== 'failed' && event.outcome !== 'partial') return null;
  const isLocalization = event.kind === LOCALIZATION_KIND;
  const explained = explainedCodes(event);
  const consequence = consequenceOf(explained[0]?.code ?? null, isLocalization);
  return (
    <section className={styles['card']} data-outcome={event.outcome} aria-label="What it means">
      {explained.length === 0 && (
        <p className={styles['meaning']}>
          <strong>{UNEXPLAINED}</strong>
        </p>
      )}
      {explained.map(({ code, meaning }) => {
        const end = meaning.search(/[.:]( |$)/);
        return (
          <div key={code} className={styles['meaning']}>
            <p>
              <strong>{meaning.slice(0, end)}</strong>
              {meaning.slice(end)}
            </p>
            <Code code={code} />
          </div>
        );
      })}
      <Figures consequence={consequence} />
      {isLocalization && <p className={styles['advice']}>{LOCALIZATION_ADVICE}</p>}
    </section>
  );
}

const figures = ['usable', 'reachable', 'billed', 'move'] as const satisfies readonly (keyof Consequence)[];

function Figures({ consequence }: { consequence: Consequence }) {
  return (
    <dl className={styles['figures']}>
      {figures.map((figure) => (
        <div key={figure}>
          <dt className={styles['name']}>{figureNames[figure]}</dt>
          <dd className={styles['figure']}>{consequence[figure]}</dd>
        </div>
      ))}
    </dl>
  );
}
