import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Comparison, DifferencesAnswer } from '../../../src-shared/api/timeline.ts';
import { shareOf } from '../../../src-shared/domain/differences/differences.ts';
import { facetTable } from '../../../src-shared/domain/event/event-fields.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { comparedWithWords, sharePercent, unwatchedWords } from '../../../src-shared/words/events/difference-words.ts';
import { eventsText, numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { valueName } from '../../words/value-words.ts';
import { failureWords } from '../../words/error-words.ts';
import styles from './DifferencesView.module.css';

type Value = DifferencesAnswer['values'][number];

export interface DifferencesViewProps {
  readonly filter: Filter;
  /** `fold`: closed until the user opens it. `sentence`: nothing but the sentence, if it names one cause. */
  readonly form: 'panel' | 'fold' | 'sentence';
  /** Shown instead of a sentence that names no cause, or not yet. */
  readonly otherwise?: ReactNode;
  /** A new value compares again. */
  readonly revision?: unknown;
}

const TITLE = 'What is different?';
const MAX_VALUES = 8;

export function DifferencesView({ filter, form, otherwise = null, revision }: DifferencesViewProps) {
  const [isOpen, setOpen] = useState(form !== 'fold');
  const [chosen, choose] = useState<Comparison | null>(null);
  const stores = useStores();
  const id = useId();
  const { value, error } = useWatchQuery<DifferencesAnswer>(
    isOpen ? JSON.stringify([printFilter(filter), chosen]) : null,
    ({ watch }) => stores.backend.timeline.differences.query({ watch, filter, at: stores.now(), against: chosen }),
    { revision },
  );
  if (form === 'sentence')
    return value?.lead?.isOneCause === true ? <Untrusted as="p" className="pretty" text={value.sentence} /> : otherwise;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={form === 'panel' ? 'panel shrinks' : styles['fold']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h3 id={id} className="small">
          {form === 'panel' ? (
            TITLE
          ) : (
            <button type="button" className={styles['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Chevron size={14} aria-hidden="true" />
              {TITLE}
            </button>
          )}
        </h3>
        {isOpen && (
          <SegmentedControl
            label="Compared with"
            options={[
              {
                value: 'elsewhere',
                name: 'Elsewhere',
                tip: 'Other events of the same kinds and time, of 24 h at least',
              },
              { value: 'before', name: 'Before', tip: 'The same filter in the same hours of the seven days before' },
            ]}
            value={chosen ?? value?.against ?? 'elsewhere'}
            choose={choose}
          />
        )}
      </header>
      {isOpen && error !== null && <p className={styles['line']}>{failureWords(error)}</p>}
      {isOpen && value === null && error === null && <p className={styles['line']}>Comparing …</p>}
      {isOpen && value !== null && <Answer answer={value} />}
    </section>
  );
}

function Answer({ answer }: { answer: DifferencesAnswer }) {
  const { against, sentence, values, byDefinition, here, there, isComplete } = answer;
  const zone = useAppearance((state) => state.zone);
  const shown = values.filter(({ standsOut }) => standsOut).slice(0, MAX_VALUES);
  return (
    <>
      <p className={styles['sentence']}>
        <Untrusted text={sentence} />
      </p>
      {shown.length > 0 && (
        <ul className={styles['values']} aria-label="Values that differ">
          {shown.map((value) => (
            <ValueLine key={`${value.field} ${value.value}`} value={value} answer={answer} />
          ))}
        </ul>
      )}
      <div className={styles['notes']}>
        {byDefinition.length > 0 && (
          <p>
            True by definition: <Untrusted text={byDefinition.map(nameOf).join(', ')} />.
          </p>
        )}
        <p>
          <a href={hrefOf('timeline', { filter: answer.filter })}>{eventsText(here.events)}</a>
          {`, compared with ${numberText(there.events)} ${comparedWithWords[against]}`}
          {isComplete ? '.' : '. Only the newest: a search in texts takes longer.'}
        </p>
        {unwatchedWords(answer, ianaZone(zone)).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </>
  );
}

function ValueLine({ value, answer }: { value: Value; answer: DifferencesAnswer }) {
  const { field, here, there } = value;
  const term = { kind: 'value' as const, field, values: [value.value], negated: false };
  const name = nameOf(value);
  const shares = [
    { side: 'here', share: shareOf(here) },
    { side: 'there', share: shareOf(there) },
  ];
  return (
    <li>
      <a
        className={styles['value']}
        href={hrefOf('timeline', { filter: { terms: [...answer.filter.terms, term] } })}
        title={facetTable[field].name}
      >
        <Untrusted className="ellipsis" text={name} />
        <b>{`${numberText(here.hits)} of ${numberText(here.of)}`}</b>
        <span className="quiet">{`${comparedWithWords[answer.against]} ${sharePercent(shareOf(there))}`}</span>
        <span className={styles['tracks']} aria-hidden="true">
          {shares.map(({ side, share }) => (
            <span key={side} className={styles['track']}>
              <i data-side={side} style={{ width: `${share * 100}%` }} />
            </span>
          ))}
        </span>
      </a>
    </li>
  );
}

function nameOf({ field, value }: Pick<Value, 'field' | 'value'>): string {
  const name = valueName(field, value) ?? value;
  return facetTable[field].isSelfExplanatory ? name : `${facetTable[field].name} ${name}`;
}
