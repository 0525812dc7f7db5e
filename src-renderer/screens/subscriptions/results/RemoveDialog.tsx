import { rowsText } from '../../../../src-shared/words/store-words.ts';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';

interface RemoveDialogProps {
  readonly search: SearchSummary;
  readonly decide: (isConfirmed: boolean) => void;
}

export function RemoveDialog({ search: { rows, state }, decide }: RemoveDialogProps) {
  const title = `Remove the search with its ${rowsText(rows)}?`;
  const keep = () => decide(false);
  return (
    <Dialog
      title={title}
      label="Remove the search"
      close={keep}
      buttons={
        <>
          <Button data-autofocus onClick={keep}>
            Cancel
          </Button>
          <Button variant="filled" onClick={() => decide(true)}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        {state.kind === 'loading' && 'Loading stops. '}
        This cannot be undone. A new search gets the rows that the service has then.
      </p>
    </Dialog>
  );
}
