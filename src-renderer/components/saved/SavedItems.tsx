import type { ReactNode } from 'react';
import type { SavedItem, SavedList, SavedListState } from '../../stores/loading/saved-list.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../controls/Button.tsx';
import { FileButton } from '../controls/FileButton.tsx';
import { saveText } from '../controls/save-file.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import styles from './Saved.module.css';
import type { SavedListLabels } from './saved-items.ts';

interface SavedItemsProps<T extends SavedItem, Open> {
  readonly labels: SavedListLabels;
  readonly store: Pick<SavedList<T, Open>, 'restore'>;
  readonly state: SavedListState<T, Open>;
  readonly imported: readonly string[];
  readonly empty: string;
  readonly children: ReactNode;
}

export function SavedItems<T extends SavedItem, Open>(props: SavedItemsProps<T, Open>) {
  const { labels, store, state, imported, empty, children } = props;
  const { singular, plural } = labels;
  const { feedError, requestError, deleted } = state;
  const listed = state.savedItems ?? [];
  return (
    <>
      {listed.length > 0 ? (
        <ul className="grid unmarked" aria-label={`Saved ${plural}, in their order`}>
          {children}
        </ul>
      ) : (
        <p className="quiet breaks">
          {state.savedItems === null ? `The saved ${plural} are not loaded yet.` : `No saved ${singular} yet. ${empty}`}
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
      <ErrorNote error={feedError ?? requestError} />
    </>
  );
}

/** @param take null if files cannot be imported */
export function SavedFileButtons<T extends SavedItem>(props: {
  labels: SavedListLabels;
  listed: readonly T[];
  print: (listed: readonly T[]) => string;
  take: ((file: File | undefined) => Promise<void>) | null;
}) {
  const { labels, listed, print, take } = props;
  const { plural } = labels;
  return (
    <>
      {take !== null && (
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
  );
}
