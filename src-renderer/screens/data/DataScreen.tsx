import { useEffect } from 'react';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { eventsText } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { SectionSheet } from '../settings/SectionSheet.tsx';
import { SettingsLayout } from '../settings/SettingsLayout.tsx';
import { useStorage, useStores, useWatch } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import { BackupsPanel } from './BackupsPanel.tsx';
import styles from './DataScreen.module.css';
import { StorageSummary } from './StorageSummary.tsx';
import { IncidentPanel } from './IncidentPanel.tsx';
import { RetentionPanel } from './RetentionPanel.tsx';
import { IntegrityCheckPanel } from './IntegrityCheckPanel.tsx';
import { RestorePanel } from './RestorePanel.tsx';

export function DataScreen() {
  return (
    <SettingsLayout title="Data" section={{ kind: 'data' }}>
      <SectionSheet label="Data" isWide>
        <DataContent />
      </SectionSheet>
    </SettingsLayout>
  );
}

function DataContent() {
  const { storage: store } = useStores();
  const watch = useWatch(({ shown }) => shown);
  const report = useStorage(({ value }) => value);
  const error = useStorage((state) => state.error);
  const refusal = useStorage((state) => state.requestError);
  useEffect(() => store.poll(), [store]);

  if (watch === null) return null;
  const { incident, backup, check } = watch.store;
  return (
    <>
      {report === null ? (
        <StoreReportMissing storedEvents={watch.extent.storedEvents} error={error} readAgain={() => store.refresh()} />
      ) : (
        <StorageSummary report={report} storage={watch.storage} incident={incident} />
      )}
      <ErrorNote error={refusal} />
      {incident !== null && <IncidentPanel incident={incident} />}
      {report !== null && <RetentionPanel report={report} practice={watch.profile.practice} />}
      <div className={styles['pair']}>
        <BackupsPanel
          copies={report?.backups ?? []}
          backup={backup}
          practice={watch.profile.practice}
          bytes={report?.bytes ?? null}
        />
        <div className="stack shrinks gap-4">
          <RestorePanel newest={report?.backups[0] ?? null} />
          <IntegrityCheckPanel check={check} />
        </div>
      </div>
    </>
  );
}

/** The number of events comes from the watch; sizes and retention are known only after the files were read. */
function StoreReportMissing(props: { storedEvents: number; error: Error | null; readAgain: () => void }) {
  const { storedEvents, error, readAgain } = props;
  return (
    <header className={styles['holding']}>
      <div>
        <h2 className="page-title">On this computer: {eventsText(storedEvents)}</h2>
        {error === null ? (
          <p className="space-above-1 measure quiet">Reading sizes and retention times …</p>
        ) : (
          <p className="space-above-1 measure quiet" role="alert">
            Sizes and retention times could not be read. <Untrusted text={failureWords(error)} />
          </p>
        )}
      </div>
      {error !== null && <Button onClick={readAgain}>Try again</Button>}
    </header>
  );
}
