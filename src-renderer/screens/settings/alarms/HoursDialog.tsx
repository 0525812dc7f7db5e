import { type ReactNode, useState } from 'react';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { weekText } from './quiet-cells.ts';
import { WeekEditor } from './WeekEditor.tsx';

interface HoursDialogProps {
  readonly title: string;
  readonly description: string;
  readonly remark?: string;
  readonly initial: WeekHours;
  /** False if a further field has a mistake. */
  readonly isReady?: boolean;
  readonly save: (hours: WeekHours) => void;
  readonly close: () => void;
  readonly children?: ReactNode;
}

export function HoursDialog(props: HoursDialogProps) {
  const { title, description, remark, initial, isReady = true, save, close, children } = props;
  const [week, setWeek] = useState(initial);
  return (
    <FormDialog
      title={title}
      description={description}
      close={close}
      remark={remark}
      submitName="Save hours"
      isReady={isReady && weekText(week) !== ''}
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
    </FormDialog>
  );
}
