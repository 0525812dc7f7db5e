/** A search gets a name. One of that name is replaced only where that is said and pressed. */
import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { SEARCH_MOST } from '../../../../src-shared/domain/saved-search.ts';
import { MOST_BODY, readSearchBody } from '../../../../src-shared/service/search-body.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { DialogField, TextField } from '../../../components/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useSavedSearches, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { bodySentence } from '../../../words/search-words.ts';
import { newViewId } from '../../timeline/views/view-edits.ts';
import { noRoomFor, searchNamed, searchOf } from './saved-search-edits.ts';
import styles from '../../timeline/views/Views.module.css';

export function SaveSearchDialog({ body }: { body: string }) {
  const stores = useStores();
  const store = stores.savedSearches;
  const searches = useSavedSearches((state) => state.searches) ?? [];
  const refusal = useSavedSearches((state) => state.refusal);
  const zone = useAppearance((state) => state.zone);
  const sentence = bodySentence(readSearchBody(body), stores.now(), zone);
  const [name, setName] = useState(() => (searchOf(searches, body)?.name ?? sentence).slice(0, SEARCH_MOST.name));
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const close = () => store.show(null);

  const same = searchNamed(searches, name);
  const full = same === null ? noRoomFor(searches) : body.length > MOST_BODY ? 'It is too long to be saved.' : null;
  const isReady = name.trim() !== '' && full === null && !isSaving;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setSaving(true);
    const isSaved = await store.put([{ id: same?.id ?? newViewId(), name: name.trim(), body }]);
    setSaving(false);
    if (isSaved) close();
  }
  return (
    <Dialog
      title="Save search"
      label="Save search"
      about={<Untrusted text={sentence} />}
      close={close}
      remark={full ?? undefined}
      buttons={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={!isReady}>
            {same === null ? 'Save search' : 'Replace it'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void save(event)}>
        <DialogField name="Name">
          <TextField first label="Name of the search" value={name} change={setName} longest={SEARCH_MOST.name} />
        </DialogField>
        {same !== null && (
          <output className={styles['note']}>
            A search of this name is there already:{' '}
            <Untrusted text={bodySentence(readSearchBody(same.body), stores.now(), zone)} />.
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
