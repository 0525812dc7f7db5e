import type { ReactNode } from 'react';
import type { SavedList, SavedListState, SavedItem } from '../../stores/loading/saved-list.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { useDrop } from '../use-drop.ts';
import styles from './Saved.module.css';
import type { SavedListLabels } from './saved-items.ts';
import { SavedFileButtons, SavedItems } from './SavedItems.tsx';
import { type ReadFile, useSavedImport } from './use-saved-import.ts';

interface SavedDialogProps<T extends SavedItem, Open> {
  readonly labels: SavedListLabels;
  readonly store: SavedList<T, Open>;
  readonly state: SavedListState<T, Open>;
  readonly importUnavailable?: string | null;
  readonly read: ReadFile<T>;
  readonly print: (listed: readonly T[]) => string;
  readonly children: ReactNode;
  readonly more?: ReactNode;
}

export function SavedDialog<T extends SavedItem, Open>(props: SavedDialogProps<T, Open>) {
  const { labels, store, state, importUnavailable = null, read, print, children, more } = props;
  const { plural } = labels;
  const { imported, take } = useSavedImport({ labels, store, importUnavailable, read });
  const drop = useDrop(({ files }) => void take(files[0]));
  return (
    <Dialog
      title={`Saved ${plural}`}
      label={`Saved ${plural}`}
      close={() => store.show(null)}
      remark={importUnavailable ?? 'Drop a file here to import it.'}
      buttons={
        <SavedFileButtons
          labels={labels}
          listed={state.savedItems ?? []}
          print={print}
          take={importUnavailable === null ? take : null}
        />
      }
    >
      <div className={styles['form']} {...drop}>
        <SavedItems
          labels={labels}
          store={store}
          state={state}
          imported={imported}
          empty="Use the star beside the query to save one."
        >
          {children}
        </SavedItems>
        {more}
      </div>
    </Dialog>
  );
}
