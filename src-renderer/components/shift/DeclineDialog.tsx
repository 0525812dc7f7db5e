/** Asks why a failure group that was handed over is not accepted. */
import { useState } from 'react';
import type { HandedOverItem, ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import { handedOverName } from './handed-over-name.ts';
import { useRecordAction } from '../case-actions/use-record-action.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { DialogField, DialogTextInput } from '../dialog/DialogField.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { Untrusted } from '../Untrusted.tsx';

interface DeclineDialogProps {
  readonly handOver: ShiftHandOver;
  readonly item: HandedOverItem;
  readonly close: () => void;
}

export function DeclineDialog({ handOver, item, close }: DeclineDialogProps) {
  const { act, error } = useRecordAction();
  const [reason, setReason] = useState('');
  const name = handedOverName(item);
  return (
    <FormDialog
      title="Decline"
      heading={
        <>
          Decline: <Untrusted text={name} />
        </>
      }
      description="It stays with its owner. All operators see the reason."
      submitName="Decline"
      missing={reason.trim() === '' ? 'Enter a reason.' : null}
      submit={() =>
        act({ subjects: [item.key], count: item.open, name }, { kind: 'decline', of: handOver.id }, reason.trim())
      }
      close={close}
    >
      <DialogField name="Reason">
        <DialogTextInput label="Reason" first value={reason} change={setReason} maxLength={ACTION_LIMITS.text} />
      </DialogField>
      <ErrorNote intro="It could not be stored." error={error} />
    </FormDialog>
  );
}
