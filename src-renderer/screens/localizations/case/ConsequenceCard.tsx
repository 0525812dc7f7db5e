/** The consequence, five facts with their reasons, the provider's text and the advice, which a group does not have. */
import type { ReactNode } from 'react';
import type { CaseDetail } from '../../../../src-shared/api/cases.ts';
import type { Cause } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Outcome } from '../../../../src-shared/domain/event/outcomes.ts';
import { consequenceWords, stepOfCode } from '../../../../src-shared/words/case-words.ts';
import {
  type ConsequenceFact,
  consequenceFactNames,
  consequenceFacts,
  type FactMark,
  factMarkNames,
} from '../../../../src-shared/words/consequence-facts.ts';
import { requestCauseWords } from '../../../../src-shared/words/request-cause-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Check } from 'lucide-react';
import { Glyph } from '../../../components/Glyph.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './ConsequenceCard.module.css';

interface ConsequenceCardProps {
  readonly cause: Cause;
  readonly outcome: Outcome;
  readonly steps: CaseDetail['summary']['steps'];
  readonly provider: CaseDetail['provider'];
  readonly caseCount?: number | null;
  /** Later events that do not change the consequence, or the meaning of a code. */
  readonly note?: string | null;
  readonly action?: ReactNode;
  readonly also?: ReactNode;
  readonly children?: ReactNode;
}

export function ConsequenceCard(props: ConsequenceCardProps) {
  const { cause, outcome, steps, provider, caseCount = null, note = null, action, also, children } = props;
  const { kind, sentence, more } = consequenceWords(cause, outcome);
  const facts = consequenceFacts(cause, outcome, steps);
  const isDocumented =
    cause.kind === 'request' ? requestCauseWords(cause).isDocumented : stepOfCode(cause.code) !== null;
  return (
    <section className={styles['card']} data-consequence={kind} aria-label="What it means">
      <div className={styles['truth']}>
        <div className="row apart wraps gap-2-3">
          <h3 className={styles['sentence']}>{sentence}</h3>
          {action}
        </div>
        <p className="quiet pretty measure">{more}</p>
        {note !== null && <p className="quiet pretty measure">{note}</p>}
      </div>
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.map((fact) => (
            <FactRow key={fact.name} fact={fact} />
          ))}
        </dl>
      )}
      <dl className={styles['provider-text']}>
        {provider.length > 0 && <dt className="meta">Provider says</dt>}
        {provider.length > 0 && (
          <dd className="shrinks breaks">
            {provider.map((word, index) => (
              <div key={index}>
                {word.sentence !== null && <Untrusted as="q" text={word.sentence} />}{' '}
                <Untrusted
                  as="code"
                  className="quiet"
                  text={[word.type, word.code].filter((part) => part !== null).join(' ')}
                />
                {(caseCount !== null || word.count > 1) && (
                  <span className="quiet"> · {countWords(word.count, caseCount)}</span>
                )}
              </div>
            ))}
          </dd>
        )}
        <dt className="meta">Code</dt>
        <dd className="shrinks breaks">
          {cause.code === null ? <span className="quiet">none given</span> : <CodeOf code={cause.code} />}
          {cause.code !== null && !isDocumented && <span className={styles['pill']}>not documented</span>}
        </dd>
        {also !== undefined && <dt className="meta">Also</dt>}
        {also !== undefined && <dd className="shrinks breaks quiet">{also}</dd>}
      </dl>
      {children}
    </section>
  );
}

function countWords(count: number, total: number | null): string {
  return total === null ? `${numberText(count)} times` : `on ${numberText(count)} of ${numberText(total)}`;
}

function CodeOf({ code }: { code: string }) {
  return <Untrusted as="code" text={code} />;
}

function FactRow({ fact: { name, value, reason, mark } }: { fact: ConsequenceFact }) {
  return (
    <div className={styles['fact']}>
      <dt className="meta pretty">{consequenceFactNames[name]}</dt>
      <dd className={styles['value']} data-quiet={value === 'Does not apply'}>
        <Mark mark={mark} />
        {value}
        {factMarkNames[mark] !== '' && <span className="visually-hidden"> ({factMarkNames[mark]})</span>}
      </dd>
      <dd className="meta pretty">{reason}</dd>
    </div>
  );
}

const MARK_OUTCOMES = { fine: undefined, hurts: 'failed', 'not-known': 'unknown' } as const;

function Mark({ mark }: { mark: FactMark }) {
  if (mark === 'none') return null;
  return (
    <span className="grid hued" data-outcome={MARK_OUTCOMES[mark]} aria-hidden="true">
      {mark === 'fine' ? <Check size={14} /> : <Glyph shape={mark === 'hurts' ? 'triangle' : 'question'} />}
    </span>
  );
}
