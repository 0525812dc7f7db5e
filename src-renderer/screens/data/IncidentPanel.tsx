import { TriangleAlert } from 'lucide-react';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { incidentAdvice, incidentWords, repairWords } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useStores } from '../../stores/use-stores.ts';
import { incidentTitle } from '../../words/storage-words.ts';
import styles from './DataScreen.module.css';
import { Progress } from '../../components/Progress.tsx';

export function IncidentPanel({ incident }: { incident: StoreIncident }) {
  const { storage } = useStores();
  const { at, mending } = incident;
  return (
    <Panel
      tone="failed"
      title={
        <>
          <TriangleAlert size={14} aria-hidden="true" /> {incidentTitle(incident)}
        </>
      }
      headExtra={
        <>
          noticed <Time at={at} date="always" precision="minute" zoned />
        </>
      }
    >
      <p>
        <Untrusted text={incidentWords(incident)} />
      </p>
      <p className="strong">{repairWords(incident)}</p>
      {mending.kind === 'running' && <Progress share={mending.share} label="Restored" />}
      <div className={styles['answer']}>
        <p className="quiet">
          <Untrusted text={incidentAdvice(incident)} />
        </p>
        {mending.kind === 'done' && (
          <Button size="compact-xs" onClick={() => void storage.acknowledge()}>
            Acknowledge
          </Button>
        )}
      </div>
    </Panel>
  );
}
