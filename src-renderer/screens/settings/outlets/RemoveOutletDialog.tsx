import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useOutlets, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';

export function RemoveOutletDialog({ outlet, close }: { outlet: Outlet; close: () => void }) {
  const { outlets: store } = useStores();
  const error = useOutlets((state) => state.requestError);
  return (
    <FormDialog
      title={`Remove ${visibleText(outlet.name)}`}
      heading={
        <>
          Remove <Untrusted text={outlet.name} />?
        </>
      }
      close={close}
      submitName="Remove outlet"
      missing={null}
      submit={() => store.remove(outlet.id)}
    >
      <p className="pretty">
        The outlet and its secret are deleted. What it has not sent yet is not sent. This cannot be undone.
      </p>
      <ErrorNote intro="It could not be removed." error={error} />
    </FormDialog>
  );
}
