import { type ReactNode, useState } from 'react';
import { ErrorNote } from '../ErrorNote.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import type { SavedItem } from '../../stores/loading/saved-list.ts';
import { DialogField, DialogTextInput } from '../dialog/DialogField.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { findByName, newId, type SavedListLabels } from './saved-items.ts';

interface SaveDialogProps<T extends SavedItem> {
  readonly labels: SavedListLabels;
  readonly description: string;
  readonly defaultName: string;
  readonly listed: readonly T[];
  readonly refusal: Error | null;
  readonly unavailable?: string | null;
  readonly describe: (item: T) => string;
  readonly save: (item: SavedItem, same: T | null) => Promise<boolean>;
  readonly close: () => void;
  readonly renderMore?: (same: T | null) => ReactNode;
}

export function SaveDialog<T extends SavedItem>(props: SaveDialogProps<T>) {
  const {
    labels,
    description,
    defaultName,
    listed,
    refusal,
    unavailable = null,
    describe,
    save,
    close,
    renderMore,
  } = props;
  const { singular, plural, maxCount, maxNameLength } = labels;
  const [name, setName] = useState(() => defaultName.slice(0, maxNameLength));
  const same = findByName(listed, name);
  const isFull = same === null && listed.length >= maxCount;
  const full = isFull ? `A profile has at most ${maxCount} saved ${plural}. Delete one first.` : unavailable;

  return (
    <FormDialog
      title={`Save ${singular}`}
      description={<Untrusted text={description} />}
      close={close}
      submitName={same === null ? `Save ${singular}` : 'Replace'}
      missing={full ?? (name.trim() === '' ? 'Enter a name.' : null)}
      submit={() => save({ id: same?.id ?? newId(), name: name.trim() }, same)}
    >
      <DialogField name="Name">
        <DialogTextInput
          first
          label={`Name of the ${singular}`}
          value={name}
          change={setName}
          maxLength={maxNameLength}
        />
      </DialogField>
      {renderMore?.(same)}
      {same !== null && (
        <output className="quiet breaks">
          A {singular} with this name exists already: <Untrusted text={describe(same)} />.
        </output>
      )}
      <ErrorNote intro="It could not be saved." error={refusal} />
    </FormDialog>
  );
}
