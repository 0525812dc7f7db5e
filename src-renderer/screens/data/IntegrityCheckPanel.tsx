import type { StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { percentText } from '../../../src-shared/words/store-words.ts';
import { Panel } from '../../components/Panel.tsx';
import { checkResultWords } from '../../words/storage-words.ts';
import { StoreHistoryEntry, StoreHistory } from './StoreHistory.tsx';
import styles from './DataScreen.module.css';
import { Progress } from '../../components/Progress.tsx';

export function IntegrityCheckPanel({ check }: { check: StoreCondition['check'] }) {
  return (
    <Panel title="Looked through" headExtra="at each start, and weekly">
      <p className={styles['quiet']}>
        Each received text has a check value, and what was made of it is compared with it. What can be made again is
        made again.
      </p>
      <Result check={check} />
    </Panel>
  );
}

function Result({ check }: { check: StoreCondition['check'] }) {
  if (check.kind === 'due') return <p>Not yet since this start. It begins by itself.</p>;
  if (check.kind === 'running')
    return (
      <>
        <p>Looking through everything: {percentText(check.share)}</p>
        <Progress share={check.share} label="Looked through" />
      </>
    );
  return (
    <StoreHistory>
      <StoreHistoryEntry tone={check.flaws === 0 ? 'well' : 'failed'} at={check.at}>
        {checkResultWords(check)}
      </StoreHistoryEntry>
    </StoreHistory>
  );
}
