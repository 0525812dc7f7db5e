import { counted, numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { FAILURE_DAYS } from '../../../../src-shared/domain/rows-find.ts';
import type { RowFailures } from '../../../stores/subscriptions/row-failures.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { summarizeFailure } from '../../../../src-shared/words/events/summarize.ts';
import { failuresFilter } from '../results/failures-filter.ts';
import styles from './SubscriptionPane.module.css';

/** A user who steps from row to row leaves each sooner, so those rows cause no request. */
const PAUSE_MS = 200;

export function FailuresCard({ identifiers }: { identifiers: readonly string[] }) {
  const failures = useFailures(identifiers);
  if (failures === null || (failures.count === 0 && !failures.isAtLeast)) return null;
  const filter = failuresFilter(identifiers);
  const more = failures.count - failures.newest.length;
  return (
    <section className={styles['failures']} aria-label="Recent failures">
      <h3 className="strong base-size">
        {failures.isAtLeast ? 'At least ' : ''}
        {counted(failures.count, 'failure')} in {FAILURE_DAYS} days
      </h3>
      <ul className={styles['newest']}>
        {failures.newest.map((event) => (
          <li key={event.seq} className={styles['event']}>
            <OutcomeMark outcome={event.outcome === 'partial' ? 'partial' : 'failed'} />
            <a href={hrefOf('timeline', { filter, event: event.seq })}>
              <Untrusted text={summarizeFailure(event)} truncate="end" />
            </a>
            <span className="meta fixed to-end">
              <Time at={event.receivedAt} date="always" />
            </span>
          </li>
        ))}
      </ul>
      <p className="meta">
        {more > 0 && <a href={hrefOf('timeline', { filter })}>{numberText(more)} more</a>}
        {more > 0 && ' · '}
        found in stored events by {[...new Set(failures.newest.map(({ by }) => `…${by.slice(-6)}`))].join(', ')}
      </p>
    </section>
  );
}

/** Asks for this row alone: a storm of another row makes the counts of a shared request incomplete. */
function useFailures(identifiers: readonly string[]): RowFailures | null {
  const { backend } = useStores();
  const { value } = useWatchQuery<RowFailures>(
    identifiers.length === 0 ? null : JSON.stringify(identifiers),
    async ({ watch }) => {
      const result = await backend.subscriptions.failures.query({ watch, of: [[...identifiers]], days: FAILURE_DAYS });
      return result.of[0] ?? null;
    },
    { pauseMs: PAUSE_MS },
  );
  return value;
}
