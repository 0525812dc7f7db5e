/** Has the same key and the same Escape on every screen. Searches when the user pauses typing. */
import { Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useCommand } from '../commands/use-commands.ts';
import { Keycap } from '../components/Keycap.tsx';
import { TYPING_PAUSE_MS, useDebounced } from '../stores/queries/use-debounced.ts';
import { type FindKind, searchedWords } from '../words/searched-words.ts';
import styles from './FindField.module.css';
import { focusGrid } from './grid-focus.ts';

/** Shorter than the limit of every backend call. */
const MAX_LENGTH = 256;

interface FindFieldProps {
  readonly list: string;
  readonly title: string;
  readonly placeholder: string;
  readonly clearTitle: string;
  readonly find: string;
  readonly kind: FindKind;
  readonly change: (find: string) => void;
}

export function FindField({ list, title, placeholder, clearTitle, find, kind, change }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState({ of: find, text: find });
  // Back, a chip or a link changed the search.
  if (draft.of !== find) setDraft({ of: find, text: find });
  useDebounced(draft.text === find ? null : draft.text, TYPING_PAUSE_MS, () => change(draft.text));
  const id = useId();
  const searched = searchedWords(draft.text, kind);
  useCommand({
    id: 'list.find',
    title,
    group: 'Filter',
    keys: ['F'],
    icon: Search,
    run: () => input.current?.select(),
  });
  function clear(): void {
    setDraft({ of: find, text: '' });
    change('');
  }
  function leave(): void {
    if (draft.text !== find) change(draft.text);
    input.current?.blur();
    focusGrid(list);
  }
  return (
    <span className={styles['find']}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={input}
        className="text-field"
        type="text"
        aria-label={title}
        aria-describedby={searched === '' ? undefined : id}
        placeholder={placeholder}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={draft.text}
        onChange={({ currentTarget }) => setDraft({ of: find, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          else if (event.key === 'Escape') {
            event.stopPropagation();
            if (draft.text === '') leave();
            else clear();
          }
        }}
      />
      {draft.text === '' ? (
        <Keycap name="F" />
      ) : (
        <button type="button" className={styles['clear']} aria-label={clearTitle} onClick={clear}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
      {searched !== '' && (
        <output id={id} className={styles['searched']}>
          {searched}
        </output>
      )}
    </span>
  );
}
