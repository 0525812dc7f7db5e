import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SavedItem } from '../../stores/queries/saved-list.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { DialogField, DialogTextInput } from '../overlay/DialogField.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { NotSaved } from './NotSaved.tsx';
import styles from './Saved.module.css';
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
  /** More fields, given the item with the same name. */
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
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const same = findByName(listed, name);
  const isFull = same === null && listed.length >= maxCount;
  const full = isFull ? `A profile has at most ${maxCount} saved ${plural}. Delete one first.` : unavailable;
  const isReady = name.trim() !== '' && full === null && !isSaving;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setSaving(true);
    const isSaved = await save({ id: same?.id ?? newId(), name: name.trim() }, same);
    setSaving(false);
    if (isSaved) close();
  }
  return (
    <Dialog
      title={`Save ${singular}`}
      label={`Save ${singular}`}
      description={<Untrusted text={description} />}
      close={close}
      remark={full ?? undefined}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            {same === null ? `Save ${singular}` : 'Replace'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void submit(event)}>
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
        <NotSaved refusal={refusal} />
      </form>
    </Dialog>
  );
}
