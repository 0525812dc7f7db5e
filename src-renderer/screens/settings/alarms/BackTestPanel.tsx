import { useState } from 'react';
import type { BackTest } from '../../../../src-shared/api/quality/back-test.ts';
import {
  changedEffectWords,
  hourText,
  peopleWords,
  proposalWords,
} from '../../../../src-shared/words/alarms/back-test-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Panel } from '../../../components/Panel.tsx';
import table from '../../../components/PanelTable.module.css';
import { visibleText } from '../../../text/visible-text.ts';
import { type AlarmConfiguration, BackTestLine, useBackTest } from './BackTestLine.tsx';

export function BackTestPanel(configuration: AlarmConfiguration) {
  const [isAsked, setAsked] = useState(false);
  const { value, last, error } = useBackTest(isAsked ? configuration : null, true);
  const shown = value ?? last;
  return (
    <Panel title="Back-test" headExtra="the last 90 days, with the rules, quiet hours and deadlines of this page">
      <div className="stack gap-2">
        <BackTestLine {...configuration} />
        {!isAsked && (
          <p>
            <Button onClick={() => setAsked(true)}>Load by hour and person</Button>
          </p>
        )}
        {isAsked && shown === null && error === null && <output>Reading the last 90 days …</output>}
        <ErrorNote intro="The rules could not be back-tested." error={error} />
        {shown?.load != null && <LoadTable {...shown} load={shown.load} isStale={value === null} />}
      </div>
    </Panel>
  );
}

interface LoadTableProps extends Pick<BackTest, 'effect'> {
  readonly load: NonNullable<BackTest['load']>;
  readonly isStale: boolean;
}

function LoadTable({ effect, load, isStale }: LoadTableProps) {
  if (load.length === 0) return <p>Nothing would have called.</p>;
  return (
    <table className={table['table']} aria-label="Calls by hour and person" aria-busy={isStale}>
      <thead>
        <tr>
          {['Hour', 'Calls', 'At night', 'Taken by', 'Proposal', 'Its effect'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {load.map(({ hour, calls, atNight, people, proposal }) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            <td>{calls}</td>
            <td>{atNight}</td>
            <td>{visibleText(peopleWords(people))}</td>
            <td>{proposal === null ? 'none: all were taken' : visibleText(proposalWords(proposal.change))}</td>
            <td>{proposal !== null && changedEffectWords(effect, proposal.effect)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
