import { type ReactNode, useState } from 'react';
import { FileButton } from '../controls/FileButton.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { SavedList, SavedListState, SavedItem } from '../../stores/queries/saved-list.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { saveText } from '../controls/save-text.ts';
import { useDrop } from '../use-drop.ts';
import styles from './Saved.module.css';
import type { SavedListLabels } from './saved-items.ts';

interface SavedDialogProps<T extends SavedItem, Open> {
  readonly labels: SavedListLabels;
  readonly store: SavedList<T, Open>;
  readonly state: SavedListState<T, Open>;
  readonly importUnavailable?: string | null;
  /** Returns the items to import from a file, and a line for each problem. */
  readonly read: (text: string) => { readonly accepted: readonly T[]; readonly problems: readonly string[] };
  readonly print: (listed: readonly T[]) => string;
  readonly children: ReactNode;
}

export function SavedDialog<T extends SavedItem, Open>(props: SavedDialogProps<T, Open>) {
  const { labels, store, state, importUnavailable = null, read, print, children } = props;
  const { singular, plural } = labels;
  const { feedError, requestError, deleted } = state;
  const listed = state.savedItems ?? [];
  const [imported, setImported] = useState<readonly string[]>([]);
  const failed = feedError ?? requestError;

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined || importUnavailable !== null) return;
    const { accepted, problems } = read(await file.text());
    const isSaved = accepted.length > 0 && (await store.put(accepted));
    const count = accepted.length === 1 ? `1 ${singular} was` : `${numberText(accepted.length)} ${plural} were`;
    setImported([...(isSaved ? [`${count} imported.`] : []), ...problems]);
  }
  const drop = useDrop(({ files }) => void take(files[0]));
  return (
    <Dialog
      title={`Saved ${plural}`}
      label={`Saved ${plural}`}
      close={() => store.show(null)}
      remark={importUnavailable ?? 'Drop a file here to import it.'}
      buttons={
        <>
          {importUnavailable === null && (
            <FileButton label={`File with saved ${plural}`} choose={(file) => void take(file)}>
              Import …
            </FileButton>
          )}
          <Button
            disabled={listed.length === 0}
            onClick={() => saveText(`watchfloor-${plural}.json`, 'application/json', print(listed))}
          >
            Export all
          </Button>
        </>
      }
    >
      <div className={styles['form']} {...drop}>
        {listed.length > 0 ? (
          <ul className="grid unmarked" aria-label={`Saved ${plural}, in their order`}>
            {children}
          </ul>
        ) : (
          <p className="quiet breaks">
            {state.savedItems === null
              ? `The saved ${plural} are not loaded yet.`
              : `No saved ${singular} yet. Use the star beside the query to save one.`}
          </p>
        )}
        {deleted !== null && !listed.some(({ id }) => id === deleted.item.id) && (
          <output className="row gap-3">
            <span>
              <bdi>{visibleText(deleted.item.name)}</bdi> was deleted.
            </span>
            <Button size="compact-xs" onClick={() => void store.restore()}>
              Undo
            </Button>
          </output>
        )}
        {imported.length > 0 && (
          <output className={styles['problems']} aria-label="Result of the import">
            {imported.map((words) => (
              <span key={words}>{visibleText(words)}</span>
            ))}
          </output>
        )}
        <ErrorNote error={failed} />
      </div>
    </Dialog>
  );
}
