/** What is asked gets a name. Another of that name is replaced only where that is said and pressed. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SavedThing } from '../../stores/saved-list.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { DialogField, TextField } from '../DialogField.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { NotSaved } from './NotSaved.tsx';
import styles from './Saved.module.css';
import { named, newId, type Things } from './saved-things.ts';

interface SaveDialogProps<T extends SavedThing> {
  readonly things: Things;
  readonly about: string;
  /** Its name, until somebody writes another. */
  readonly proposed: string;
  readonly listed: readonly T[];
  readonly refusal: Error | null;
  /** Why it cannot be saved at all. */
  readonly unfit?: string | null;
  readonly sentenceOf: (thing: T) => string;
  readonly save: (thing: SavedThing, same: T | null) => Promise<boolean>;
  readonly close: () => void;
  /** More to choose, beside the one of that name. */
  readonly renderMore?: (same: T | null) => ReactNode;
}

export function SaveDialog<T extends SavedThing>(props: SaveDialogProps<T>) {
  const { things, about, proposed, listed, refusal, unfit = null, sentenceOf, save, close, renderMore } = props;
  const { one, many, most, longest } = things;
  const [name, setName] = useState(() => proposed.slice(0, longest));
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const same = named(listed, name);
  const isFull = same === null && listed.length >= most;
  const full = isFull ? `There are ${most} saved ${many} already. Delete one first.` : unfit;
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
      title={`Save ${one}`}
      label={`Save ${one}`}
      about={<Untrusted text={about} />}
      close={close}
      remark={full ?? undefined}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            {same === null ? `Save ${one}` : 'Replace it'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void submit(event)}>
        <DialogField name="Name">
          <TextField first label={`Name of the ${one}`} value={name} change={setName} longest={longest} />
        </DialogField>
        {renderMore?.(same)}
        {same !== null && (
          <output className={styles['note']}>
            A {one} of this name is there already: <Untrusted text={sentenceOf(same)} />.
          </output>
        )}
        <NotSaved refusal={refusal} />
      </form>
    </Dialog>
  );
}
