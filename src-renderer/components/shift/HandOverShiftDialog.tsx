/** Hands the open failure groups over to the next shift, with a note. */
import { useState } from 'react';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { useBoard } from '../../stores/use-stores.ts';
import { useRecordAction } from '../case-actions/use-record-action.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { Checkbox, DialogField } from '../dialog/DialogField.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { visibleText } from '../../text/visible-text.ts';
import styles from '../case-actions/ActionDialog.module.css';
import { handedOverName } from './handed-over-name.ts';

export function HandOverShiftDialog({ close }: { close: () => void }) {
  const board = useBoard((state) => state.board);
  const { act, error } = useRecordAction();
  const [note, setNote] = useState('');
  const [left, setLeft] = useState<ReadonlySet<CauseKey>>(new Set());
  const groups = (board?.groups ?? []).filter(({ open }) => open > 0);
  const chosen = groups.filter(({ key }) => !left.has(key));
  function choose(key: CauseKey, isChosen: boolean): void {
    const next = new Set(left);
    if (isChosen) next.delete(key);
    else next.add(key);
    setLeft(next);
  }
  return (
    <FormDialog
      title="Hand over the shift"
      description="The next shift sees the list on Watch and in the report, and accepts each group. Until then its owner stays."
      submitName={`Hand over ${counted(chosen.length, 'group')}`}
      missing={chosen.length === 0 ? 'Choose a failure group.' : null}
      submit={() =>
        act(
          {
            subjects: chosen.map(({ key }) => key),
            count: chosen.length,
            name: counted(chosen.length, 'group'),
            isCounted: true,
          },
          { kind: 'hand-over' },
          note.trim(),
        )
      }
      close={close}
    >
      <DialogField name="Note for the next shift">
        <textarea
          className={`${styles['text']} text-field`}
          aria-label="Note for the next shift, optional"
          placeholder="Optional"
          data-autofocus
          rows={3}
          maxLength={ACTION_LIMITS.text}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogField>
      <DialogField name="Failure groups">
        {groups.length === 0 && <span className="quiet">No failure group is open.</span>}
        <div className="stack gap-1">
          {groups.map((group) => (
            <Checkbox
              key={group.key}
              name={visibleText(handedOverName(group))}
              checked={!left.has(group.key)}
              change={(isChosen) => choose(group.key, isChosen)}
            />
          ))}
        </div>
        {(board?.moreGroups ?? 0) > 0 && (
          <span className="meta">{counted(board?.moreGroups ?? 0, 'more group')} stay as they are.</span>
        )}
      </DialogField>
      <ErrorNote intro="It could not be stored." error={error} />
    </FormDialog>
  );
}
