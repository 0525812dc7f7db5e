/** Shows the list that was pasted, typed or dropped: its ids, and which lines are not compared. */
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Select } from '../../../components/controls/Select.tsx';
import { useIdList, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { idListSummary, skippedWords } from '../../../words/id-list-words.ts';
import styles from './CompareIds.module.css';
import { IdLines } from './IdLines.tsx';

/** Longer lists cannot be edited, because the text field would be slow. */
const MAX_EDITABLE_CHARACTERS = 100_000;

export function IdListPane({ isTooLarge }: { isTooLarge: boolean }) {
  const { idList } = useStores();
  const { list, text, isReading } = useIdList((state) => state);
  const [draft, setDraft] = useState<string | null>(null);
  const isWritten = draft !== null || list === null;

  function take(next: string): void {
    setDraft(null);
    if (next.trim() === '') idList.clear();
    else idList.setText(next);
  }
  return (
    <section className="stack gap-2 shrinks-down pad-3 ruled-right" aria-label="Your list">
      <div className={styles['mine-head']}>
        <h3 className={styles['mine-title']}>Your list</h3>
        <span className={styles['mine-about']}>
          {isReading ? 'reading …' : list === null ? '' : idListSummary(list)}
        </span>
        {!isWritten && text.length <= MAX_EDITABLE_CHARACTERS && (
          <button type="button" className="quiet fixed brightens" onClick={() => setDraft(text)}>
            Edit
          </button>
        )}
        {!isWritten && (
          <button type="button" className="quiet fixed brightens" onClick={() => idList.clear()}>
            Clear
          </button>
        )}
      </div>
      {isWritten ? (
        <Written
          draft={draft ?? ''}
          write={setDraft}
          take={take}
          cancel={list === null ? null : () => setDraft(null)}
        />
      ) : (
        <IdLines list={list} />
      )}
      {list?.table != null && !isWritten && (
        <div className="row fixed gap-2">
          <span>Column</span>
          <Select
            aria-label="Column of the table"
            value={String(list.table.at)}
            options={list.table.columns.map((name, at) => ({
              value: String(at),
              name: visibleText(name) || `${at + 1}`,
            }))}
            choose={(at) => idList.setColumn(Number(at))}
          />
        </div>
      )}
      <div className="meta fixed breaks">
        {isTooLarge && <p role="alert">The file is larger than 64 MB: drop only the column of ids.</p>}
        {list !== null && !isWritten && skippedWords(list).map((line) => <p key={line}>{visibleText(line)}</p>)}
        <p>Paste or drop up to 100,000: one per line, with commas, or a CSV column.</p>
      </div>
    </section>
  );
}

interface WrittenProps {
  readonly draft: string;
  readonly write: (text: string) => void;
  readonly take: (text: string) => void;
  readonly cancel: (() => void) | null;
}

function Written({ draft, write, take, cancel }: WrittenProps) {
  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    // Text pasted into an empty field becomes the list; otherwise it is part of the text being edited.
    if (draft.trim() !== '' || pasted.trim() === '') return;
    event.preventDefault();
    take(pasted);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take(draft);
    else if (event.key === 'Escape' && cancel !== null) cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      <textarea
        className={`mono text-field ${styles['written']}`}
        aria-label="Ids to compare"
        spellCheck={false}
        value={draft}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div className="fixed gap-2 flex packed-end">
        {cancel !== null && <Button onClick={cancel}>Cancel</Button>}
        <Button variant="filled" disabled={draft.trim() === ''} onClick={() => take(draft)}>
          Compare
        </Button>
      </div>
    </>
  );
}
