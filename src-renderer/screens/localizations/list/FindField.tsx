/**
 * Search field: a case must match all words, such as part of an EID or ICCID, a code, or a country. Searches when the
 * user pauses typing.
 */
import { Search } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import styles from './CaseList.module.css';

/** About the time between two keys of a fast typist. */
const DEBOUNCE_MS = 200;
/** Limit of the backend, in characters. */
const MAX_LENGTH = 1_024;

export function FindField({ find, change }: { find: string; change: (find: string) => void }) {
  const { clock } = useStores();
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState({ of: find, text: find });
  // Back or a link changed the search.
  if (draft.of !== find) setDraft({ of: find, text: find });
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (draft.text === find) return undefined;
    return clock.after(DEBOUNCE_MS, () => latest.current(draft.text));
  }, [clock, draft.text, find]);
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
