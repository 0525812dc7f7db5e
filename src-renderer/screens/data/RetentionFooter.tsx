/** Shows what an unsaved change of retention would remove, otherwise how freed space is returned to the disk. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { sizeText } from '../../../src-shared/words/store-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { useWatch } from '../../stores/use-stores.ts';
import styles from './DataScreen.module.css';
import { removalWords } from './retention-days.ts';
import type { RetentionEditing } from './use-retention-editing.ts';

export function RetentionFooter(props: { report: StoreReport; practice: boolean; editing: RetentionEditing | null }) {
  const { report, practice, editing } = props;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  if (editing === null || !editing.isChanged)
    return (
      <div className={styles['answer']}>
        <p>
          {practice && 'Practice stores its events for the default times. A profile can set others. '}
          Removed events free their disk space{waitingWords(report)}.
        </p>
      </div>
    );
  const { saved, edited, removable, isSaving, error, revert, save } = editing;
  return (
    <div className={styles['answer']}>
      {error === null ? (
        <p className={styles['text']}>
          {removalWords(edited, saved, removable)} Saving restarts watching: the stream is closed and opened again.
        </p>
      ) : (
        <ErrorNote intro="It was not saved." error={error} />
      )}
      <Button disabled={isSaving} onClick={revert}>
        Revert
      </Button>
      <Button variant="filled" disabled={isSaving || isLost} onClick={save}>
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </div>
  );
}

function waitingWords({ freeBytes }: StoreReport): string {
  return freeBytes === 0 ? '' : `; ${sizeText(freeBytes)} of the file are not freed yet`;
}
