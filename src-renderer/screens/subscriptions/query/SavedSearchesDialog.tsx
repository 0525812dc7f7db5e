/** All saved searches: rename, delete (and have back), take along as a file and bring one. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { parseSearches, printSearches } from '../../../../src-shared/domain/saved-search.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useSavedSearches, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { importedSearchesWords, savedSearchProblemWords } from '../../../words/saved-search-words.ts';
import { saveText } from '../ids/save-text.ts';
import { withImportedSearches } from './saved-search-edits.ts';
import { SavedSearchLine } from './SavedSearchLine.tsx';
import styles from '../../timeline/views/Views.module.css';

export function SavedSearchesDialog() {
  const { savedSearches: store } = useStores();
  const { searches, trouble, refusal, deleted } = useSavedSearches((state) => state);
  /** What came of the last import, a line each. */
  const [imported, setImported] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const failed = trouble ?? refusal;
  const listed = searches ?? [];

  async function take(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (file === undefined) return;
    const read = parseSearches(await file.text());
    const taken = withImportedSearches(listed, read.searches);
    const isTaken = taken.length > 0 && (await store.put(taken));
    setImported([
      ...(isTaken ? [importedSearchesWords(taken.length)] : []),
      ...read.problems.map(savedSearchProblemWords),
    ]);
  }
  return (
    <Dialog
      title="Saved searches"
      label="Saved searches"
      close={() => store.show(null)}
      remark="A file dropped here is imported."
      buttons={
        <>
          <input
            ref={chooser}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label="File with saved searches"
            onChange={(event) => {
              void take(event.currentTarget.files);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
          <Button variant="default" onClick={() => chooser.current?.click()}>
            Import …
          </Button>
          <Button
            variant="default"
            disabled={listed.length === 0}
            onClick={() => saveText('watchfloor-searches.json', 'application/json', printSearches(listed))}
          >
            Export all
          </Button>
        </>
      }
    >
      <div
        className={styles['form']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files);
        }}
      >
        {listed.length > 0 ? (
          <ul className={styles['list']} aria-label="Saved searches, in their order">
            {listed.map((search) => (
              <SavedSearchLine key={search.id} search={search} searches={listed} />
            ))}
          </ul>
        ) : (
          <p className={styles['note']}>
            {searches === null
              ? 'The saved searches were not read yet.'
              : 'No search is saved. The star beside the query saves one.'}
          </p>
        )}
        {deleted !== null && (
          <output className={styles['undo']}>
            <span>
              <bdi>{visibleText(deleted.name)}</bdi> was deleted.
            </span>
            <Button variant="default" size="compact-xs" onClick={() => void store.restore()}>
              Have it back
            </Button>
          </output>
        )}
        {imported.length > 0 && (
          <output className={styles['problems']} aria-label="What came of the import">
            {imported.map((words) => (
              <span key={words}>{visibleText(words)}</span>
            ))}
          </output>
        )}
        {failed !== null && (
          <p className={styles['refusal']} role="alert">
            {visibleText(troubleWords(failed))}
          </p>
        )}
      </div>
    </Dialog>
  );
}
