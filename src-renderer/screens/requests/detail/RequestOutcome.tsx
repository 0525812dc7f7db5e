/** A sentence, the state in the envelope, the counters, and any contradiction between them. */
import { Check, TriangleAlert } from 'lucide-react';
import type { CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import {
  requestCounts,
  consistencyLines,
  envelopeRemark,
  requestStateSentences,
} from '../../../../src-shared/words/request-outcome-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { CountBar } from '../CountBar.tsx';
import styles from './RequestPane.module.css';

const COUNTERS = [
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['rejected', 'rejected'],
  ['canceled', 'canceled'],
  ['pending', 'pending'],
  ['inProgress', 'in progress'],
] as const;

export function RequestOutcome({
  summary,
  requestDetail,
}: {
  summary: CaseSummary;
  requestDetail: ChangeRequestDetail;
}) {
  const counts = requestCounts(summary);
  const { counters, unaccounted, state } = requestDetail;
  const others = {
    canceled: counters?.canceled ?? null,
    pending: counters?.pending ?? null,
    inProgress: counters?.inProgress ?? null,
    unaccounted,
  };
  const lines = consistencyLines({ ...requestDetail, consistent: counts.consistent, hasCounters: counters !== null });
  const Mark = counts.consistent ? Check : TriangleAlert;
  return (
    <section className={styles['outcome']} data-outcome={summary.outcome} aria-label="Result now">
      <div className={styles['truth']}>
        <p className="pretty strong section-size">{requestStateSentences(summary, counts, others)}</p>
        <p className="meta">
          {state === null ? (
            'The envelope does not give a result.'
          ) : (
            <>
              The envelope says <Untrusted text={state} />
              {envelopeRemark(state, summary.outcome)}
            </>
          )}
        </p>
        <CountBar outcome={summary.outcome} counts={counts} tall />
        <dl className={styles['counters']}>
          {COUNTERS.map(([name, word]) => {
            const count = counters?.[name] ?? null;
            return (
              <div key={name} className="stack" data-zero={count === 0 || undefined} data-counter={name}>
                <dd>{count === null ? '?' : numberText(count)}</dd>
                <dt className="meta">{word}</dt>
              </div>
            );
          })}
        </dl>
      </div>
      <div className={styles['account']} data-fits={counts.consistent}>
        {lines.map((line) => (
          <p key={line} className="row gap-2">
            <Mark className="fixed" size={14} aria-hidden="true" />
            <Untrusted text={line} />
          </p>
        ))}
      </div>
    </section>
  );
}
