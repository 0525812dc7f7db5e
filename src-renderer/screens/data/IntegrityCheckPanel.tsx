import type { StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { percentText } from '../../../src-shared/words/store-words.ts';
import { Panel } from '../../components/Panel.tsx';
import { checkResultWords } from '../../words/storage-words.ts';
import { StoreHistoryEntry, StoreHistory } from './StoreHistory.tsx';
import { Progress } from '../../components/Progress.tsx';

export function IntegrityCheckPanel({ check }: { check: StoreCondition['check'] }) {
  return (
    <Panel title="Checked" headExtra="at each start, and weekly">
      <p className="quiet">
        Each received text has a checksum, and the data made from it is compared with it. Wrong data is rebuilt if
        possible.
      </p>
      <Result check={check} />
    </Panel>
  );
}

function Result({ check }: { check: StoreCondition['check'] }) {
  if (check.kind === 'due') return <p>Not checked since this start. The check starts by itself.</p>;
  if (check.kind === 'running')
    return (
      <>
        <p>Checking everything: {percentText(check.share)}</p>
        <Progress share={check.share} label="Checked" />
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
