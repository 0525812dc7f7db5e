import { useState } from 'react';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { casesTarget } from '../../../components/case-actions/action-target.ts';
import { OwnerMark } from '../../../components/case-actions/OwnerMark.tsx';
import { CaseActionsBar } from '../../../components/case-actions/CaseActionsBar.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { SupportPackDialog } from '../../../components/pack/SupportPackDialog.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { caseTitle } from '../case/CaseHead.tsx';
import file from '../case/CasePane.module.css';
import head from '../case/CaseHead.module.css';
import { CaseName } from '../list/CaseLine.tsx';
import styles from './SelectionPane.module.css';

/** Maximum number of listed cases; a longer list does not help. */
const MAX_SHOWN = 100;

export function SelectionPane({ rows, clear }: { rows: readonly CaseSummary[]; clear: () => void }) {
  const target = casesTarget(rows, '');
  const actions = useCaseActions(target);
  const [packs, setPacks] = useState(false);
  const mayPack = !useIsHidden('support-packs');
  useCommands(
    mayPack
      ? [{ id: 'case.pack', title: 'Prepare a support pack', group: 'Case', keys: ['P'], run: () => setPacks(true) }]
      : [],
  );
  return (
    <ScrollRegion className={file['file']} label="Selected cases">
      <header className={head['head']}>
        <div className={head['line']}>
          <h2 className={head['title']}>{numberText(rows.length)} cases selected</h2>
          {target !== null && <CaseActionsBar target={target} actions={actions} isPrimary />}
        </div>
        <div className={head['about']}>
          <Button variant="default" size="compact-xs" onClick={clear}>
            Clear selection
          </Button>
          {mayPack && (
            <Button variant="default" size="compact-xs" onClick={() => setPacks(true)}>
              Support pack for all {numberText(rows.length)}
            </Button>
          )}
        </div>
      </header>
      <ul className={styles['rows']}>
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
      {packs && (
        <SupportPackDialog
          subject={{ kind: 'cases', keys: rows.map(({ key }) => key) }}
          description={`${numberText(rows.length)} cases`}
          close={() => setPacks(false)}
        />
      )}
    </ScrollRegion>
  );
}
