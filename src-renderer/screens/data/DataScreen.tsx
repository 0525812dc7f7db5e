/**
 * The files in which events are kept: how much, for how long, their copies, whether they were looked through, and what
 * happened to them.
 */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useAppearance, useStorage, useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { dateText } from '../../time/time-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { growthWords, holdingWords } from '../../words/storage-words.ts';
import { CopiesPanel } from './CopiesPanel.tsx';
import styles from './DataScreen.module.css';
import { IncidentPanel } from './IncidentPanel.tsx';
import { KeptForPanel } from './KeptForPanel.tsx';
import { LookedThroughPanel } from './LookedThroughPanel.tsx';

export function DataScreen() {
  const { storage: store } = useStores();
  const watch = useWatch(({ shown }) => shown);
  const report = useStorage((state) => state.report);
  const error = useStorage((state) => state.error);
  const refusal = useStorage((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  useEffect(() => store.look(), [store]);

  if (watch === null) return null;
  const { incident, backup, check } = watch.store;
  return (
    <ScrollRegion className={styles['data']} label="Data">
      <h1 className="visually-hidden">Data</h1>
      {report === null && error !== null && (
        <EmptyState
          urgent
          title="The figures of the store could not be read."
          detail={visibleText(troubleWords(error))}
          action={
            <Button variant="default" onClick={() => store.refresh()}>
              Try again
            </Button>
          }
        />
      )}
      {report === null && error === null && <EmptyState title="Reading the figures of the store …" />}
      {report !== null && (
        <header>
          <h2 className={styles['title']}>{holdingWords(report, watch.storage, incident)}</h2>
          <p className={styles['lead']}>
            {report.oldestAt !== null && `Since ${dateText(report.oldestAt, zone)}. `}
            Nothing is sent anywhere. {growthWords(report)}
          </p>
          {error !== null && (
            <p className={styles['lead']}>These figures may be old. {visibleText(troubleWords(error))}</p>
          )}
        </header>
      )}
      {refusal !== null && (
        <p className={styles['refusal']} role="alert">
          {visibleText(troubleWords(refusal))}
        </p>
      )}
      {incident !== null && <IncidentPanel incident={incident} />}
      {report !== null && <KeptForPanel report={report} practice={watch.profile.practice} />}
      <div className={styles['pair']}>
        <CopiesPanel copies={report?.backups ?? []} backup={backup} practice={watch.profile.practice} />
        <LookedThroughPanel check={check} />
      </div>
    </ScrollRegion>
  );
}
