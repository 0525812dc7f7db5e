/** What of saved searches is open over the page. */
import {
  MOST_SEARCHES,
  parseSearches,
  printSearches,
  SEARCH_MOST,
  type SavedSearch,
} from '../../../../src-shared/domain/saved-search.ts';
import { MOST_BODY, readSearchBody } from '../../../../src-shared/service/search-body.ts';
import { SaveDialog } from '../../../components/saved/SaveDialog.tsx';
import { takenOver } from '../../../components/saved/saved-things.ts';
import { SavedDialog } from '../../../components/saved/SavedDialog.tsx';
import { SavedLine } from '../../../components/saved/SavedLine.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useSavedSearches, useSearchDraft, useStores } from '../../../stores/use-stores.ts';
import { savedSearchProblemWords } from '../../../words/saved-search-words.ts';
import { bodySentence } from '../../../words/search-words.ts';
import { searchOf } from './saved-search-edits.ts';
import styles from './SavedSearchMenu.module.css';

const SEARCHES = { one: 'search', many: 'searches', most: MOST_SEARCHES, longest: SEARCH_MOST.name };

export function SavedSearchDialogs() {
  const dialog = useSavedSearches((state) => state.dialog);
  const text = useSearchDraft((draft) => draft.text);
  if (dialog === null) return null;
  return dialog === 'save' ? <SaveSearchDialog body={text} /> : <SavedSearchesDialog />;
}

/** What a body asks for. */
function useSentence(): (body: string) => string {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  return (body) => bodySentence(readSearchBody(body), stores.now(), zone);
}

function SaveSearchDialog({ body }: { body: string }) {
  const { savedSearches: store } = useStores();
  const searches = useSavedSearches((state) => state.listed) ?? [];
  const refusal = useSavedSearches((state) => state.refusal);
  const sentence = useSentence();
  return (
    <SaveDialog
      things={SEARCHES}
      about={sentence(body)}
      proposed={searchOf(searches, body)?.name ?? sentence(body)}
      listed={searches}
      refusal={refusal}
      unfit={body.length > MOST_BODY ? 'It is too long to be saved.' : null}
      sentenceOf={(same) => sentence(same.body)}
      save={(thing) => store.put([{ ...thing, body }])}
      close={() => store.show(null)}
    />
  );
}

function SavedSearchesDialog() {
  const { savedSearches: store } = useStores();
  const state = useSavedSearches((all) => all);
  const searches = state.listed ?? [];
  return (
    <SavedDialog
      things={SEARCHES}
      store={store}
      state={state}
      read={(text) => {
        const read = parseSearches(text);
        return { taken: takenOver(searches, read.searches), problems: read.problems.map(savedSearchProblemWords) };
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
    searchDraft.take(search.body);
    store.show(null);
  }
  return (
    <SavedLine
      things={SEARCHES}
      thing={search}
      listed={searches}
      store={store}
      what={
        <button type="button" className={styles['take'] ?? ''} onClick={take}>
          <Untrusted text={sentence(search.body)} lose="end" />
        </button>
      }
    />
  );
}
