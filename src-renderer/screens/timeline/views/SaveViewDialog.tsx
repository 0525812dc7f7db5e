/** A filter gets a name, and a place in the rail. A view of that name is replaced only where that is said and pressed. */
import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { VIEW_MOST } from '../../../../src-shared/domain/saved-view.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { Checkbox, DialogField, TextField } from '../../../components/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { capitalized, filterSentence, spanSentence } from '../../../words/filter-sentence.ts';
import { newViewId, noPin, noRoom, viewNamed } from './view-edits.ts';
import styles from './Views.module.css';

export function SaveViewDialog({ filter }: { filter: Filter }) {
  const { views: store } = useStores();
  const views = useViews((state) => state.views) ?? [];
  const refusal = useViews((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  const [name, setName] = useState(() => capitalized(filterSentence(filter)).slice(0, VIEW_MOST.name));
  const [wantsPin, setWantsPin] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const close = () => store.show(null);

  const same = viewNamed(views, name);
  const unpinnable = noPin(views, same);
  const pinned = wantsPin && unpinnable === null;
  const full = same === null ? noRoom(views) : null;
  const isReady = name.trim() !== '' && full === null && !isSaving;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setSaving(true);
    const isSaved = await store.put([{ id: same?.id ?? newViewId(), name: name.trim(), filter, pinned }]);
    setSaving(false);
    if (isSaved) close();
  }

  return (
    <Dialog
      title="Save view"
      label="Save view"
      about={
        <Untrusted text={`${capitalized(filterSentence(filter))} · ${spanSentence(filter, zone) ?? 'all stored'}`} />
      }
      close={close}
      remark={full ?? undefined}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            {same === null ? 'Save view' : 'Replace it'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void save(event)}>
        <DialogField name="Name">
          <TextField first label="Name of the view" value={name} change={setName} longest={VIEW_MOST.name} />
        </DialogField>
        <DialogField name="Rail" note={unpinnable ?? 'with a live count'}>
          <Checkbox name="Show it in the rail" checked={pinned} change={setWantsPin} disabled={unpinnable !== null} />
        </DialogField>
        {same !== null && (
          <output className={styles['note']}>
            A view of this name is there already: <Untrusted text={filterSentence(same.filter)} />.
          </output>
        )}
        {refusal !== null && (
          <p className={styles['refusal']} role="alert">
            It could not be saved. {visibleText(troubleWords(refusal))}
          </p>
        )}
      </form>
    </Dialog>
  );
}
