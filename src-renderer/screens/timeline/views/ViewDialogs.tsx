/** What of saved views is open over the page; it can be asked for from everywhere. */
import { useViews } from '../../../stores/use-stores.ts';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { ViewsDialog } from './ViewsDialog.tsx';

export function ViewDialogs() {
  const dialog = useViews((state) => state.dialog);
  if (dialog === null) return null;
  return dialog.kind === 'save' ? <SaveViewDialog filter={dialog.filter} /> : <ViewsDialog />;
}
