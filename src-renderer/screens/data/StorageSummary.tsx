import { Download } from 'lucide-react';
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import type { StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useIsHidden } from '../../rules/use-page-rules.ts';
import { useAppearance, useAsOf, useStorage, useStores } from '../../stores/use-stores.ts';
import { dateText } from '../../time/time-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { growthWords, storageTitle } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';

export function StorageSummary(props: { report: StoreReport; storage: StorageStatus; incident: StoreIncident | null }) {
  const { report, storage, incident } = props;
  const { exports } = useStores();
  const isExportHidden = useIsHidden('export-events');
  const zone = useAppearance((state) => state.zone);
  const asOf = useStorage((state) => state.asOf);
  const error = useStorage((state) => state.error);
  const isOld = useAsOf() !== null || error !== null;
  return (
    <header className={styles['holding']}>
      <div>
        <h2 className="page-title">{storageTitle(report, storage, incident)}</h2>
        <p className="space-above-1 measure quiet">
          {report.oldestAt !== null && `Since ${dateText(report.oldestAt, zone)}. `}
          Nothing is sent anywhere. {growthWords(report)}
        </p>
        {isOld && (
          <p className="space-above-1 measure quiet">
            {asOf !== null && (
              <>
                These figures are as of <Time at={asOf} zoned />.{' '}
              </>
            )}
            {error !== null && <Untrusted text={failureWords(error)} />}
          </p>
        )}
      </div>
      {!isExportHidden && (
        <Button icon={Download} onClick={() => exports.show({ kind: 'new', filter: EVERYTHING })}>
          Export all
        </Button>
      )}
    </header>
  );
}
