/**
 * Search field: a case must match all words, such as part of an EID or ICCID, a code, or a country. Searches when the
 * user pauses typing.
 */
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { TYPING_PAUSE_MS, useDebounced } from '../../../stores/queries/use-debounced.ts';
import styles from './CaseList.module.css';

/** Limit of the backend, in characters. */
const MAX_LENGTH = 1_024;

export function FindField({ find, change }: { find: string; change: (find: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState({ of: find, text: find });
  // Back or a link changed the search.
  if (draft.of !== find) setDraft({ of: find, text: find });
  useDebounced(draft.text === find ? null : draft.text, TYPING_PAUSE_MS, () => change(draft.text));
  useCommands([
    { id: 'cases.find', title: 'Find a case', group: 'List', keys: ['/'], run: () => field.current?.focus() },
  ]);
  return (
    <label className={styles['find']}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={field}
        aria-label="Find a case"
        placeholder="EID, ICCID, code"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={draft.text}
        onChange={(event) => setDraft({ of: find, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setDraft({ of: find, text: '' });
          if (draft.text === '') field.current?.blur();
        }}
      />
      <Keycap name="/" />
    </label>
  );
}
