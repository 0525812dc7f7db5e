/**
 * The files in which events are kept: how much, for how long, their copies, whether they were looked through, and what
 * happened to them.
 */
import { useEffect } from 'react';
import { eventsText } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/Button.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { PartSheet } from '../settings/PartSheet.tsx';
import { SettingsLayout } from '../settings/SettingsLayout.tsx';
import { useStorage, useStores, useWatch } from '../../stores/use-stores.ts';
import { troubleWords } from '../../words/error-words.ts';
import { CopiesPanel } from './CopiesPanel.tsx';
import styles from './DataScreen.module.css';
import { Holding } from './Holding.tsx';
import { IncidentPanel } from './IncidentPanel.tsx';
import { KeptForPanel } from './KeptForPanel.tsx';
import { LookedThroughPanel } from './LookedThroughPanel.tsx';
import { RestorePanel } from './RestorePanel.tsx';

export function DataScreen() {
  return (
    <SettingsLayout title="Data" place={{ kind: 'data' }}>
      <PartSheet label="Data" width="table">
        <Everything />
      </PartSheet>
    </SettingsLayout>
  );
}

function Everything() {
  const { storage: store } = useStores();
  const watch = useWatch(({ shown }) => shown);
  const report = useStorage(({ value }) => value);
  const error = useStorage((state) => state.error);
  const refusal = useStorage((state) => state.refusal);
  useEffect(() => store.look(), [store]);

  if (watch === null) return null;
  const { incident, backup, check } = watch.store;
  return (
    <>
      {report === null ? (
        <Unread storedEvents={watch.extent.storedEvents} error={error} readAgain={() => store.refresh()} />
      ) : (
        <Holding report={report} storage={watch.storage} incident={incident} />
      )}
      {refusal !== null && (
        <p className={styles['refusal']} role="alert">
          <Untrusted text={troubleWords(refusal)} />
        </p>
      )}
      {incident !== null && <IncidentPanel incident={incident} />}
      {report !== null && <KeptForPanel report={report} practice={watch.profile.practice} />}
      <div className={styles['pair']}>
        <CopiesPanel
          copies={report?.backups ?? []}
          backup={backup}
          practice={watch.profile.practice}
          bytes={report?.bytes ?? null}
        />
        <div className={styles['stack']}>
          <RestorePanel newest={report?.backups[0] ?? null} />
          <LookedThroughPanel check={check} />
        </div>
      </div>
    </>
  );
}

/** How many there are is known of the watch. The files are read for their sizes, and for how long each class is kept. */
function Unread(props: { storedEvents: number; error: Error | null; readAgain: () => void }) {
  const { storedEvents, error, readAgain } = props;
  return (
    <header className={styles['holding']}>
      <div>
        <h2 className={styles['title']}>On this computer: {eventsText(storedEvents)}</h2>
        {error === null ? (
          <p className={styles['lead']}>Reading their sizes, and how long each is kept …</p>
        ) : (
          <p className={styles['lead']} role="alert">
            Their sizes, and how long each is kept, could not be read. <Untrusted text={troubleWords(error)} />
          </p>
        )}
      </div>
      {error !== null && (
        <Button variant="default" onClick={readAgain}>
          Try again
        </Button>
      )}
    </header>
  );
}
