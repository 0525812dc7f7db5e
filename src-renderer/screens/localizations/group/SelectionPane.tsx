import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { casesTarget } from '../../../components/case-actions/action-target.ts';
import { OwnerMark } from '../../../components/case-actions/OwnerMark.tsx';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { useSupportPack } from '../../../components/pack/use-support-pack.tsx';
import { caseTitle } from '../case/CaseHead.tsx';
import { CaseHeading } from '../case/CaseHeading.tsx';
import { CaseName } from '../list/CaseLine.tsx';
import styles from './SelectionPane.module.css';

/** Maximum number of listed cases; a longer list does not help. */
const MAX_SHOWN = 100;

export function SelectionPane({ rows, clear }: { rows: readonly CaseSummary[]; clear: () => void }) {
  const target = casesTarget(rows, '');
  const actions = useCaseActions(target);
  const keys = rows.map(({ key }) => key);
  const pack = useSupportPack({ kind: 'cases', keys }, `${numberText(rows.length)} cases`);
  return (
    <DetailPane label="Selected cases" itemKey="selection" layout="case">
      <CaseHeading title={`${numberText(rows.length)} cases selected`} target={target} actions={actions} isPrimary>
        <Button size="compact-xs" onClick={clear}>
          Clear selection
        </Button>
        {pack.prepare !== null && (
          <Button size="compact-xs" onClick={pack.prepare}>
            Support pack for all {numberText(rows.length)}
          </Button>
        )}
      </CaseHeading>
      <ul className="panel unmarked divided">
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.key} className={styles['row']}>
            <OutcomeMark outcome={row.outcome} />
            <CaseName row={row} />
            <span>{caseTitle(row)}</span>
            <OwnerMark owner={row.owner} word />
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN && <p>and {numberText(rows.length - MAX_SHOWN)} more</p>}
      {pack.dialog}
    </DetailPane>
  );
}
