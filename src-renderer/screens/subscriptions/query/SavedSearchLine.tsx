/** One saved search in the list of all: its name, which can be written over, what it asks for, and its bin. */
import { UnstyledButton } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type SavedSearch, SEARCH_MOST } from '../../../../src-shared/domain/saved-search.ts';
import { readSearchBody } from '../../../../src-shared/service/search-body.ts';
import { TextField } from '../../../components/DialogField.tsx';
import { Tip } from '../../../components/Tip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { bodySentence } from '../../../words/search-words.ts';
import { searchNamed } from './saved-search-edits.ts';
import styles from '../../timeline/views/Views.module.css';

export function SavedSearchLine({ search, searches }: { search: SavedSearch; searches: readonly SavedSearch[] }) {
  const stores = useStores();
  const { savedSearches: store, searchDraft } = stores;
  const zone = useAppearance((state) => state.zone);
  const [written, setWritten] = useState<string | null>(null);
  const name = written ?? search.name;
  const same = searchNamed(searches, name);
  const isTaken = same !== null && same.id !== search.id;
  const shown = visibleText(search.name);
  function rename(): void {
    setWritten(null);
    const next = name.trim();
    if (next !== '' && !isTaken && next !== search.name) void store.put([{ ...search, name: next }]);
  }
  return (
    <li className={styles['view']}>
      <span className={styles['named']}>
        <TextField
          label={`Name of ${shown}`}
          value={name}
          change={setWritten}
          longest={SEARCH_MOST.name}
          leave={rename}
          giveUp={() => setWritten(null)}
        />
        {isTaken ? (
          <span className={styles['what']}>Another search is called so already.</span>
        ) : (
          <UnstyledButton
            className={styles['what'] ?? ''}
            onClick={() => {
              searchDraft.take(search.body);
              store.show(null);
            }}
          >
            <Untrusted text={bodySentence(readSearchBody(search.body), stores.now(), zone)} lose="end" />
          </UnstyledButton>
        )}
      </span>
      <Tip label={`Delete ${shown}`}>
        <UnstyledButton
          className={styles['tool'] ?? ''}
          aria-label={`Delete ${shown}`}
          onClick={() => void store.remove(search.id)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </UnstyledButton>
      </Tip>
    </li>
  );
}
