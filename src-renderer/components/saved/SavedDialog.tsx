/** All saved things of a sort: rename, delete (and have back), take along as a file and bring one. */
import { type ReactNode, useRef, useState } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { SavedList, SavedListState, SavedThing } from '../../stores/saved-list.ts';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { saveText } from '../save-text.ts';
import styles from './Saved.module.css';
import type { Things } from './saved-things.ts';

interface SavedDialogProps<T extends SavedThing, Open> {
  readonly things: Things;
  readonly store: SavedList<T, Open>;
  readonly state: SavedListState<T, Open>;
  /** Why none can be brought. */
  readonly hidden?: string | null;
  /** What a file has, beside those that are there; and what was wrong with it, a line each. */
  readonly read: (text: string) => { readonly taken: readonly T[]; readonly problems: readonly string[] };
  readonly print: (listed: readonly T[]) => string;
  /** A line for each of them. */
  readonly children: ReactNode;
}

export function SavedDialog<T extends SavedThing, Open>(props: SavedDialogProps<T, Open>) {
  const { things, store, state, hidden = null, read, print, children } = props;
  const { one, many } = things;
  const { trouble, refusal, deleted } = state;
  const listed = state.listed ?? [];
  /** What came of the last import, a line each. */
  const [imported, setImported] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const failed = trouble ?? refusal;

  async function take(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (file === undefined || hidden !== null) return;
    const { taken, problems } = read(await file.text());
    const isTaken = taken.length > 0 && (await store.put(taken));
    const count = taken.length === 1 ? `1 ${one} was` : `${numberText(taken.length)} ${many} were`;
    setImported([...(isTaken ? [`${count} taken over.`] : []), ...problems]);
  }
  return (
    <Dialog
      title={`Saved ${many}`}
      label={`Saved ${many}`}
      close={() => store.show(null)}
      remark={hidden ?? 'A file dropped here is imported.'}
      buttons={
        <>
          <input
            ref={chooser}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label={`File with saved ${many}`}
            onChange={(event) => {
              void take(event.currentTarget.files);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
          {hidden === null && (
            <Button variant="default" onClick={() => chooser.current?.click()}>
              Import …
            </Button>
          )}
          <Button
            variant="default"
            disabled={listed.length === 0}
            onClick={() => saveText(`watchfloor-${many}.json`, 'application/json', print(listed))}
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
          <ul className={styles['list']} aria-label={`Saved ${many}, in their order`}>
            {children}
          </ul>
        ) : (
          <p className={styles['note']}>
            {state.listed === null
              ? `The saved ${many} were not read yet.`
              : `No ${one} is saved. The star beside the query saves one.`}
          </p>
        )}
        {deleted !== null && !listed.some(({ id }) => id === deleted.thing.id) && (
          <output className={styles['undo']}>
            <span>
              <bdi>{visibleText(deleted.thing.name)}</bdi> was deleted.
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
