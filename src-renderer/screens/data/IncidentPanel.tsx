/** What happened to the stored events, what came of it, and that somebody has understood it. */
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { incidentAdvice, incidentWords, mendingWords } from '../../../src-shared/words/store-words.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { bothZonesText, minuteText, zoneText } from '../../time/time-text.ts';
import { incidentTitle } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';
import { Progress } from './Progress.tsx';

export function IncidentPanel({ incident }: { incident: StoreIncident }) {
  const { storage } = useStores();
  const zone = useAppearance((state) => state.zone);
  const { at, mending } = incident;
  return (
    <section className={styles['panel']} data-tone="failed" aria-labelledby="what-happened">
      <header className={styles['panel-head']}>
        <h2 id="what-happened">
          <TriangleAlert size={14} aria-hidden="true" /> {incidentTitle(incident)}
        </h2>
        <span className={styles['quiet']} title={bothZonesText(at)}>
          noticed {minuteText(at, zone)} {zoneText(at, zone)}
        </span>
      </header>
      <div className={styles['panel-body']}>
        <p>{visibleText(incidentWords(incident))}</p>
        <p className={styles['strong']}>{mendingWords(incident)}</p>
        {mending.kind === 'running' && <Progress share={mending.share} label="Brought back" />}
        <div className={styles['answer']}>
          <p className={styles['quiet']}>{incidentAdvice(incident)}</p>
          {mending.kind === 'done' && (
            <Button variant="default" size="compact-xs" onClick={() => void storage.acknowledge()}>
              Understood
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
