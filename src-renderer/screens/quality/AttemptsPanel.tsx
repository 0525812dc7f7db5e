/** Lists the attempts that a figure counts, the newest first. */
import { useEffect, useRef, useState } from 'react';
import type { CountedAttempts, CountedRetries } from '../../../src-shared/api/quality/figures.ts';
import { dayOf } from '../../../src-shared/domain/quality/day-tally.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import {
  ENDING_WORDS,
  openedWords,
  qualityValueWords,
  RETRY_WORDS,
} from '../../../src-shared/words/quality/rate-words.ts';
import { caseHref } from '../../address/case-links.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CloseButton } from '../../components/controls/CloseButton.tsx';
import { Time } from '../../components/Time.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import type { CountedRows } from './counted-rows.ts';
import styles from './Quality.module.css';
import type { Kind } from './use-figures.ts';

const PAGE_ROWS = 200;

interface AttemptsPanelProps {
  readonly rows: CountedRows;
  readonly kind: Kind;
  readonly days: number;
  readonly close: () => void;
}

export function AttemptsPanel({ rows, kind, days, close }: AttemptsPanelProps) {
  const { endings, field, value, retries } = rows;
  const stores = useStores();
  const [wanted, setWanted] = useState(PAGE_ROWS);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { value: found, error } = useWatchQuery<CountedAttempts>(
    JSON.stringify([rows, kind, days, wanted]),
    async ({ watch, signal }) => {
      const to = stores.now();
      const query = {
        watch,
        from: (dayOf(to) - days + 1) * DAY_MS,
        to,
        kind,
        by: field === null ? [] : [field],
        values: field === null ? [] : [value],
        endings: [...endings],
        retries,
      };
      const attempts: CountedAttempts['attempts'] = [];
      let before: number | null = null;
      for (;;) {
        const page: CountedAttempts = await stores.backend.quality.attempts.query({ ...query, before }, { signal });
        attempts.push(...page.attempts);
        before = page.next;
        if (before === null || attempts.length >= wanted) return { ...page, attempts };
      }
    },
  );
  return (
    <TitledPanel title="Attempts" note={<CloseButton close={close} />}>
      <p className="pad-3 pretty" tabIndex={-1} ref={heading}>
        {retries === null
          ? named(endings, field === null ? '' : qualityValueWords(field, value, kind))
          : retriesNamed(retries)}
        {found === null ? (error === null ? ' Reading …' : ` ${failureWords(error)}`) : ` ${openedWords(found)}`}
      </p>
      {found !== null && found.attempts.length > 0 && (
        <table className={styles['figures']}>
          <thead>
            <tr>
              <th scope="col">Ended</th>
              <th scope="col">{kind === 'request' ? 'Request' : 'eUICC'}</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {found.attempts.map((attempt) => (
              <Attempt key={attempt.seq} attempt={attempt} kind={kind} />
            ))}
          </tbody>
        </table>
      )}
      {found !== null && found.next !== null && (
        <div className="pad-3">
          <Button onClick={() => setWanted(wanted + PAGE_ROWS)}>Show more</Button>
        </div>
      )}
    </TitledPanel>
  );
}

function retriesNamed({ of, class: index }: CountedRetries): string {
  return `Those ${of === 'open' ? 'still open' : 'recovered'} ${RETRY_WORDS[index]}:`;
}

function named(endings: CountedRows['endings'], value: string): string {
  const [ending = 'failed'] = endings;
  const words = endings.length > 1 ? 'All' : `Those ${ENDING_WORDS[ending]}`;
  return value === '' ? `${words}:` : `${words}, ${value}:`;
}

function Attempt({ attempt, kind }: { attempt: CountedAttempts['attempts'][number]; kind: Kind }) {
  const { at, key, ending, country, cause, isWeakened } = attempt;
  const isFailure = ending !== 'succeeded' && ending !== 'open';
  return (
    <tr>
      <th scope="row">
        <Time at={at} zoned />
      </th>
      <td>
        <a href={caseHref(key)}>
          <Untrusted text={key.slice(key.indexOf(':') + 1)} />
        </a>
      </td>
      <td>
        {ENDING_WORDS[ending]}
        {isWeakened && `, ${ENDING_WORDS.weakened}`}
        <span className="block meta">
          <Untrusted
            text={[
              country === null ? null : qualityValueWords('country', country, kind),
              isFailure ? qualityValueWords('cause', cause, kind) : null,
            ]
              .filter((text) => text !== null)
              .join(', ')}
          />
        </span>
      </td>
    </tr>
  );
}
