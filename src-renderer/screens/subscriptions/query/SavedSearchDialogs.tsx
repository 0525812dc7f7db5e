/** What of saved searches is open over the page. */
import { useSavedSearches, useSearchDraft } from '../../../stores/use-stores.ts';
import { SavedSearchesDialog } from './SavedSearchesDialog.tsx';
import { SaveSearchDialog } from './SaveSearchDialog.tsx';

export function SavedSearchDialogs() {
  const dialog = useSavedSearches((state) => state.dialog);
  const text = useSearchDraft((draft) => draft.text);
  if (dialog === null) return null;
  return dialog === 'save' ? <SaveSearchDialog body={text} /> : <SavedSearchesDialog />;
}
