import {
  MAX_SAVED_SEARCHES,
  parseSearches,
  printSearches,
  SAVED_SEARCH_LIMITS,
  type SavedSearch,
} from '../../../../src-shared/domain/saved-search.ts';
import { MAX_BODY_LENGTH, parseSearchBody } from '../../../../src-shared/service/search-body.ts';
import { SaveDialog } from '../../../components/saved/SaveDialog.tsx';
import { mergeImported } from '../../../components/saved/saved-items.ts';
import { SavedDialog } from '../../../components/saved/SavedDialog.tsx';
import { SavedLine } from '../../../components/saved/SavedLine.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useSavedSearches, useSearchDraft, useStores } from '../../../stores/use-stores.ts';
import { savedSearchProblemWords } from '../../../words/saved-search-words.ts';
import { bodySentence } from '../../../words/search-words.ts';
import { savedSearchFor } from './saved-search-edits.ts';
import styles from './SavedSearchMenu.module.css';

const SEARCH_LABELS = {
  singular: 'search',
  plural: 'searches',
  maxCount: MAX_SAVED_SEARCHES,
  maxNameLength: SAVED_SEARCH_LIMITS.name,
};

export function SavedSearchDialogs() {
  const dialog = useSavedSearches((state) => state.dialog);
  const text = useSearchDraft((draft) => draft.text);
  if (dialog === null) return null;
  return dialog === 'save' ? <SaveSearchDialog body={text} /> : <SavedSearchesDialog />;
}

function useSentence(): (body: string) => string {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  return (body) => bodySentence(parseSearchBody(body), stores.now(), zone);
}

function SaveSearchDialog({ body }: { body: string }) {
  const { savedSearches: store } = useStores();
  const searches = useSavedSearches((state) => state.savedItems) ?? [];
  const refusal = useSavedSearches((state) => state.requestError);
  const sentence = useSentence();
  return (
    <SaveDialog
      labels={SEARCH_LABELS}
      description={sentence(body)}
      defaultName={savedSearchFor(searches, body)?.name ?? sentence(body)}
      listed={searches}
      refusal={refusal}
      unavailable={body.length > MAX_BODY_LENGTH ? 'It is too long to be saved.' : null}
      describe={(same) => sentence(same.body)}
      save={(item) => store.put([{ ...item, body }])}
      close={() => store.show(null)}
    />
  );
}

function SavedSearchesDialog() {
  const { savedSearches: store } = useStores();
  const state = useSavedSearches((all) => all);
  const searches = state.savedItems ?? [];
  return (
    <SavedDialog
      labels={SEARCH_LABELS}
      store={store}
      state={state}
      read={(text) => {
        const read = parseSearches(text);
        return {
          accepted: mergeImported(searches, read.searches),
          problems: read.problems.map(savedSearchProblemWords),
        };
      }}
      print={printSearches}
    >
      {searches.map((search) => (
        <SavedSearchLine key={search.id} search={search} searches={searches} />
      ))}
    </SavedDialog>
  );
}

function SavedSearchLine({ search, searches }: { search: SavedSearch; searches: readonly SavedSearch[] }) {
  const { savedSearches: store, searchDraft } = useStores();
  const sentence = useSentence();
  function take(): void {
    searchDraft.setBody(search.body);
    store.show(null);
  }
  return (
    <SavedLine
      labels={SEARCH_LABELS}
      item={search}
      listed={searches}
      store={store}
      description={
        <button type="button" className={styles['take'] ?? ''} onClick={take}>
          <Untrusted text={sentence(search.body)} truncate="end" />
        </button>
      }
    />
  );
}
