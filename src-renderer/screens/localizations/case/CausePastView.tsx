import type { CausePast } from '../../../../src-shared/api/quality/figures.ts';
import { type CauseKey, parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import {
  pastPeriodWords,
  pastRecoveryWords,
  pastTimesWords,
  waitWords,
} from '../../../../src-shared/words/quality/past-words.ts';
import { rateWords } from '../../../../src-shared/words/quality/rate-words.ts';
import { RateBar } from '../../../components/bars/RateBar.tsx';
import { Time } from '../../../components/Time.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../../stores/use-stores.ts';
import { failureWords } from '../../../words/error-words.ts';
import styles from './CausePastView.module.css';

export function CausePastView({ cause }: { cause: CauseKey }) {
  const { quality } = useStores().backend;
  const minute = useBoard((state) => Math.floor((state.board?.at ?? 0) / MINUTE_MS));
  const { value, error } = useWatchQuery<CausePast>(
    cause,
    ({ watch, signal }) => quality.past.query({ watch, cause }, { signal }),
    { revision: minute },
  );
  return (
    <TitledPanel title="Its past">
      <div className="stack gap-2 pad-3">
        {value === null && <p className="quiet">{error === null ? 'Reading …' : failureWords(error)}</p>}
        {value !== null && <Past past={value} isRetried={parseCauseKey(cause)?.kind === 'localization'} />}
      </div>
    </TitledPanel>
  );
}

/** @param isRetried false for change requests, of which each try is another request */
function Past({ past, isRetried }: { past: CausePast; isRetried: boolean }) {
  const { last, recovery, retries, notes } = past;
  return (
    <>
      <p className="pretty">
        {pastTimesWords(past)}
        {last !== null && (
          <>
            {' The last time from '}
            <Time at={last.from} zoned />
            {`, ${pastPeriodWords(last)}. ${pastRecoveryWords(recovery)}`}
          </>
        )}
      </p>
      {isRetried && (
        <table className={styles['retries']}>
          <caption>The next attempt of an eUICC after this failure succeeded:</caption>
          <tbody>
            {retries.map((retry) => (
              <tr key={retry.fromMs}>
                <th scope="row">{waitWords(retry)}</th>
                <td>
                  <RateBar rate={retry.rate} />
                </td>
                <td>{rateWords(retry.rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <ul className="grid gap-1 unmarked" aria-label="Newest notes">
          {notes.map(({ at, author, text }) => (
            <li key={`${at} ${author.id}`} className="pretty">
              “<Untrusted text={text} />”{' '}
              <span className="meta">
                <Untrusted text={author.name} />, <Time at={at} zoned />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
