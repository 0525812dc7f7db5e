import { type ReactNode, useState } from 'react';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { type AlarmConfiguration, BackTestLine } from './BackTestLine.tsx';
import { weekText } from './quiet-cells.ts';
import { WeekEditor } from './WeekEditor.tsx';

interface HoursDialogProps {
  readonly title: string;
  readonly description: string;
  readonly remark?: string;
  readonly initial: WeekHours;
  /** The mistake in a further field; null if there is none. */
  readonly mistake?: string | null;
  readonly save: (hours: WeekHours) => void;
  /** The alarm settings with these hours. */
  readonly edited: (hours: WeekHours) => AlarmConfiguration;
  readonly close: () => void;
  readonly children?: ReactNode;
}

export function HoursDialog(props: HoursDialogProps) {
  const { title, description, remark, initial, mistake = null, save, edited, close, children } = props;
  const [week, setWeek] = useState(initial);
  return (
    <FormDialog
      title={title}
      description={description}
      close={close}
      remark={remark}
      submitName="Save hours"
      missing={mistake ?? (weekText(week) === '' ? 'Set at least one hour.' : null)}
      submit={() => {
        save(week);
        return true;
      }}
    >
      <WeekEditor
        label={title}
        week={week}
        emptyText="No hour set. Drag over the week to set some."
        change={setWeek}
        isDisabled={false}
        isFocused
      />
      {children}
      <BackTestLine {...edited(week)} />
    </FormDialog>
  );
}
