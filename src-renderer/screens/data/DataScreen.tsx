/**
 * The files in which events are kept: how much, for how long, their copies, whether they were looked through, and what
 * happened to them.
 */
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { SettingsLayout } from '../settings/SettingsLayout.tsx';
import { useStorage, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
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
      <ScrollRegion className={styles['data']} label="Data">
        <Everything />
      </ScrollRegion>
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
        <Unread error={error} readAgain={() => store.refresh()} />
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

function Unread({ error, readAgain }: { error: Error | null; readAgain: () => void }) {
  if (error === null) return <EmptyState title="Reading the figures of the store …" />;
  return (
    <EmptyState
      urgent
      title="The figures of the store could not be read."
      detail={visibleText(troubleWords(error))}
      action={
        <Button variant="default" onClick={readAgain}>
          Try again
        </Button>
      }
    />
  );
}
