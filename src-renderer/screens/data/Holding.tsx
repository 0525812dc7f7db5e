/** What the screen is about, in one sentence: how much is kept. Under it since when, and how old these figures are. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import type { StorageStatus } from '../../../src-shared/domain/stream-status.ts';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useAppearance, useAsOf, useStorage } from '../../stores/use-stores.ts';
import { dateText } from '../../time/time-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { growthWords, holdingWords } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';

export function Holding(props: { report: StoreReport; storage: StorageStatus; incident: StoreIncident | null }) {
  const { report, storage, incident } = props;
  const zone = useAppearance((state) => state.zone);
  const asOf = useStorage((state) => state.asOf);
  const error = useStorage((state) => state.error);
  const isOld = useAsOf() !== null || error !== null;
  return (
    <header>
      <h2 className={styles['title']}>{holdingWords(report, storage, incident)}</h2>
      <p className={styles['lead']}>
        {report.oldestAt !== null && `Since ${dateText(report.oldestAt, zone)}. `}
        Nothing is sent anywhere. {growthWords(report)}
      </p>
      {isOld && (
        <p className={styles['lead']}>
          {asOf !== null && (
            <>
              These figures are as of <Time at={asOf} zoned />.{' '}
            </>
          )}
          {error !== null && <Untrusted text={troubleWords(error)} />}
        </p>
      )}
    </header>
  );
}
