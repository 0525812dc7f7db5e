/** Several cases that were chosen together: what is done here is done for all of them, with one comment. */
import { useState } from 'react';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/Button.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { ownedCases } from '../../../components/owning/owned.ts';
import { OwnerMark } from '../../../components/owning/OwnerMark.tsx';
import { OwningBar } from '../../../components/owning/OwningBar.tsx';
import { useOwning } from '../../../components/owning/use-owning.tsx';
import { SupportPackDialog } from '../../../components/pack/SupportPackDialog.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { useIsHidden } from '../../../rules/use-rules.ts';
import { caseTitle } from '../case/CaseHead.tsx';
import file from '../case/CaseFile.module.css';
import head from '../case/CaseHead.module.css';
import { CaseName } from '../list/CaseLine.tsx';
import styles from './SelectionFile.module.css';

/** Longer lists say nothing more. */
const SHOWN = 100;

export function SelectionFile({ rows, clear }: { rows: readonly CaseSummary[]; clear: () => void }) {
  const of = ownedCases(rows, '');
  const owning = useOwning(of);
  const [packs, setPacks] = useState(false);
  const mayPack = !useIsHidden('support-packs');
  useCommands(
    mayPack
      ? [{ id: 'case.pack', title: 'Prepare a support pack', group: 'Case', keys: ['P'], run: () => setPacks(true) }]
      : [],
  );
  return (
    <ScrollRegion className={file['file']} label="Chosen cases">
      <header className={head['head']}>
        <div className={head['line']}>
          <h2 className={head['title']}>{numberText(rows.length)} cases chosen</h2>
          {of !== null && <OwningBar of={of} owning={owning} leads />}
        </div>
        <div className={head['about']}>
          <Button variant="default" size="compact-xs" onClick={clear}>
            Choose none
          </Button>
          {mayPack && (
            <Button variant="default" size="compact-xs" onClick={() => setPacks(true)}>
              Support pack for all {numberText(rows.length)}
            </Button>
          )}
        </div>
      </header>
      <ul className={styles['rows']}>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.key} className={styles['row']}>
            <OutcomeMark outcome={row.outcome} />
            <CaseName row={row} />
            <span>{caseTitle(row)}</span>
            <OwnerMark owner={row.owner} word />
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p>and {numberText(rows.length - SHOWN)} more</p>}
      {packs && (
        <SupportPackDialog
          of={{ kind: 'cases', keys: rows.map(({ key }) => key) }}
          about={`${numberText(rows.length)} cases`}
          close={() => setPacks(false)}
        />
      )}
    </ScrollRegion>
  );
}
