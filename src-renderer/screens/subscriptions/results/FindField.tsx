/** Searches for part of any value in the loaded rows. Sends nothing to the service. */
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { TYPING_PAUSE_MS, useDebounced } from '../../../stores/queries/use-debounced.ts';
import styles from './Band.module.css';
import { RESULTS_GRID } from './results-grid.ts';
import { focusGrid } from '../../../lists/grid/grid-focus.ts';

export function FindField({ find, change }: { find: string; change: (find: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(find);
  const [appliedFind, setAppliedFind] = useState(find);
  // Back or another search changed the text.
  if (appliedFind !== find) {
    setAppliedFind(find);
    setTyped(find);
  }
  useDebounced(typed === find ? null : typed, TYPING_PAUSE_MS, () => change(typed));
  useCommands([
    {
      id: 'searches.find',
      title: 'Find in the loaded rows',
      group: 'Filter',
      keys: ['F'],
      icon: Search,
      run: () => input.current?.select(),
    },
  ]);
  function leave(): void {
    if (typed !== find) change(typed);
    focusGrid(RESULTS_GRID);
  }
  return (
    <span className={styles['find']}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={input}
        className="text-field"
        type="text"
        aria-label="Find in the loaded rows"
        placeholder="Find in these"
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          else if (event.key === 'Escape') {
            event.stopPropagation();
            if (typed === '') return focusGrid(RESULTS_GRID);
            setTyped('');
            change('');
          }
          return undefined;
        }}
      />
      {typed === '' ? (
        <Keycap name="F" />
      ) : (
        <button
          type="button"
          className={styles['clear']}
          aria-label="Clear the search, show all rows"
          onClick={() => {
            setTyped('');
            change('');
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
