import { ChevronDown, Star } from 'lucide-react';
import { useState } from 'react';
import { DropDown } from '../../../components/overlay/DropDown.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useCommands } from '../../../commands/use-commands.ts';
import { useSavedSearches, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import { savedSearchFor } from './saved-search-edits.ts';
import styles from './SavedSearchMenu.module.css';

export function SavedSearchMenu({ text }: { text: string }) {
  const { savedSearches, searchDraft } = useStores();
  const searches = useSavedSearches((state) => state.savedItems) ?? [];
  const trouble = useSavedSearches((state) => state.feedError);
  const [opened, setOpened] = useState(false);
  const shown = savedSearchFor(searches, text);
  const show = (dialog: 'save' | 'manage') => {
    setOpened(false);
    savedSearches.show(dialog);
  };
  useCommands([
    {
      id: 'search.save',
      title: 'Save the search',
      group: 'Filter',
      keys: ['S'],
      icon: Star,
      run: () => savedSearches.show('save'),
    },
    {
      id: 'search.saved',
      title: 'Manage saved searches',
      group: 'Filter',
      icon: Star,
      run: () => savedSearches.show('manage'),
    },
  ]);
  const label = shown === null ? 'Saved searches' : `Saved searches: ${visibleText(shown.name)}`;
  return (
    <DropDown
      opened={opened}
      setOpened={setOpened}
      padding="var(--space-1)"
      button={
        <button type="button" className={`quiet-button ${styles['button']}`} aria-label={label}>
          <Star size={14} aria-hidden="true" fill={shown === null ? 'none' : 'currentColor'} />
          <span className={styles['name']}>
            {shown === null ? 'Saved searches' : <Untrusted text={shown.name} truncate="end" />}
          </span>
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      }
    >
      <div className={styles['menu']}>
        {trouble !== null && <p className="pad-2 quiet breaks">{visibleText(failureWords(trouble))}</p>}
        <ul className={styles['list']} aria-label="Saved searches">
          {searches.map((search) => (
            <li key={search.id}>
              <button
                type="button"
                className="menu-item"
                aria-pressed={search.id === shown?.id}
                onClick={() => {
                  searchDraft.setBody(search.body);
                  setOpened(false);
                }}
              >
                <Untrusted text={search.name} truncate="end" />
              </button>
            </li>
          ))}
        </ul>
        {searches.length === 0 && trouble === null && <p className="pad-2 quiet breaks">No search is saved yet.</p>}
        <div className={styles['acts']}>
          <button type="button" className="menu-item" onClick={() => show('save')}>
            Save this search …
          </button>
          <button type="button" className="menu-item" onClick={() => show('manage')}>
            Rename, delete, import, export …
          </button>
        </div>
      </div>
    </DropDown>
  );
}
