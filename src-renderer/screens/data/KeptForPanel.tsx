/** How long each class of events, and what searches brought, is kept. It is the profile's to say, so that every host keeps alike. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { daysText, sizeText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Panel } from '../../components/Panel.tsx';
import { useAppearance } from '../../stores/use-stores.ts';
import { dateText } from '../../time/time-text.ts';
import styles from './DataScreen.module.css';

export function KeptForPanel({ report, practice }: { report: StoreReport; practice: boolean }) {
  const { keepDays, oldestAt, freeBytes } = report;
  const zone = useAppearance((state) => state.zone);
  const rows: readonly (readonly [what: string, length: string, note: string])[] = [
    ['Failures', daysText(keepDays.failures), 'failed, partial, unknown, and what was not understood'],
    ['Successes', daysText(keepDays.successes), 'with what is in progress'],
    ['Heartbeats', daysText(keepDays.heartbeats), 'sessions and gaps say for ever when somebody listened'],
    ['Searches', daysText(keepDays.searches), 'what the service answered to them, since it was last asked'],
    ['Pinned events', 'for ever', 'whatever they are'],
    ['Sessions and gaps', 'for ever', 'small, and the proof of what was watched'],
  ];
  return (
    <Panel
      flush
      title="Kept for"
      beside={oldestAt === null ? 'nothing is stored yet' : `the oldest event is of ${dateText(oldestAt, zone)}`}
      foot={
        <p>
          {practice ? (
            'Practice keeps its events as a profile does that says nothing else.'
          ) : (
            <>
              To keep them longer or shorter, change “Keep for” of <a href={hrefOf('settings')}>the profile</a>.
            </>
          )}{' '}
          What is removed gives its space back to the disk
          {freeBytes > 0 && `; ${sizeText(freeBytes)} of the file ${freeBytes === 1 ? 'waits' : 'wait'} for that`}.
        </p>
      }
    >
      <table className={styles['table']}>
        <colgroup>
          <col className={styles['what']} />
          <col className={styles['length']} />
          <col />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Time</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, length, note]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{length}</td>
              <td className={styles['quiet']}>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
