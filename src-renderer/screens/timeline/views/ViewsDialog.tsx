/** All saved views: rename, pin, order, delete (and have back), take along as a file and bring one. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '../../../components/Dialog.tsx';
import { useHiddenAction } from '../../../rules/use-rules.ts';
import { useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { troubleWords } from '../../../words/error-words.ts';
import { hiddenWords } from '../../../words/page-rule-words.ts';
import { useViewsFile } from './use-views-file.ts';
import { ViewLine } from './ViewLine.tsx';
import styles from './Views.module.css';

export function ViewsDialog() {
  const { views: store } = useStores();
  const views = useViews((state) => state.views);
  const trouble = useViews((state) => state.trouble);
  const refusal = useViews((state) => state.refusal);
  const deleted = useViews((state) => state.deleted);
  const { imported, save, take } = useViewsFile();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const failed = trouble ?? refusal;
  const hidden = useHiddenAction('save-views');
  const takeFirst = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && hidden === null) void take(file);
  };

  return (
    <Dialog
      title="Saved views"
      label="Saved views"
      close={() => store.show(null)}
      remark={
        hidden === null ? 'A file dropped here is imported.' : visibleText(hiddenWords(hidden.part, hidden.lacks))
      }
      buttons={
        <>
          <input
            ref={chooser}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label="File with saved views"
            onChange={(event) => {
              takeFirst(event.currentTarget.files);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
          {hidden === null && (
            <Button variant="default" onClick={() => chooser.current?.click()}>
              Import …
            </Button>
          )}
          <Button variant="default" disabled={views === null || views.length === 0} onClick={save}>
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
          takeFirst(event.dataTransfer.files);
        }}
      >
        {views !== null && views.length > 0 ? (
          <ul className={styles['list']} aria-label="Saved views, in their order">
            {views.map((view, index) => (
              <ViewLine
                key={view.id}
                view={view}
                views={views}
                isFirst={index === 0}
                isLast={index === views.length - 1}
              />
            ))}
          </ul>
        ) : (
          <p className={styles['note']}>
            {views === null
              ? 'The saved views were not read yet.'
              : 'No view is saved. The star beside the query saves one.'}
          </p>
        )}
        {deleted !== null && (
          <output className={styles['undo']}>
            <span>
              <bdi>{visibleText(deleted.view.name)}</bdi> was deleted.
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
