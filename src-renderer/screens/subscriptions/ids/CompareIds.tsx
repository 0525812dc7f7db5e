/** Requests nothing from the service unless the user loads rows. */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { Keycap } from '../../../components/Keycap.tsx';
import { Select } from '../../../components/controls/Select.tsx';
import { useNow, useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import { storedSearchName } from '../../../words/id-list-words.ts';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { useDrop } from '../../../components/use-drop.ts';
import styles from './CompareIds.module.css';
import { ComparedResult } from './ComparedResult.tsx';
import { IdListPane } from './IdListPane.tsx';
import { comparableSearches } from './comparable-searches.ts';

interface CompareIdsProps {
  /** Id of the search to compare with, as in the address; empty for the newest with rows. */
  readonly search: string;
  readonly choose: (search: string) => void;
  readonly close: () => void;
}

/** Maximum size of a file in characters: a hundred thousand lines of a wide table. */
const MAX_FILE_CHARACTERS = 64_000_000;

export function CompareIds({ search, choose, close }: CompareIdsProps) {
  const { idList } = useStores();
  const searches = useSubscriptions((state) => state.searches);
  const [isAll, setAll] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const { stored, chosen, scope } = comparableSearches(searches ?? [], search, isAll);

  useCommands([{ id: 'ids.close', title: 'Close the list of ids', group: 'View', keys: ['Escape'], run: close }]);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() !== '') idList.setText(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [idList]);

  const drop = useDrop((dropped) => {
    const file = dropped.files[0];
    setTooLarge(file !== undefined && file.size > MAX_FILE_CHARACTERS);
    if (file === undefined) {
      const text = dropped.getData('text/plain');
      if (text.trim() !== '') idList.setText(text);
    } else if (file.size <= MAX_FILE_CHARACTERS) void file.text().then((text) => idList.setText(text));
  });

  return (
    <div className={styles['compare']} {...drop}>
      <div className="row fixed gap-2 pad-x-3 ruled-below nowrap min-query">
        <h2 className="strong section-size">Compare ids</h2>
        <span className={styles['about']}>against loaded and stored results</span>
        {stored.length > 0 && (
          <div className={styles['scope']}>
            <ScopeChooser
              stored={stored}
              value={isAll ? ALL_SEARCHES : (chosen[0]?.id ?? '')}
              choose={(value) => {
                setAll(value === ALL_SEARCHES);
                if (value !== ALL_SEARCHES) choose(value);
              }}
            />
          </div>
        )}
        <Button icon={X} rightSection={<Keycap name="Esc" />} onClick={close}>
          Close
        </Button>
      </div>
      <div className={styles['parts']}>
        <IdListPane isTooLarge={tooLarge} />
        <section className="stack shrinks shrinks-down" aria-label="Result">
          <ComparedResult searches={chosen} scope={scope} choose={choose} />
        </section>
      </div>
    </div>
  );
}

const ALL_SEARCHES = '*';

function ScopeChooser(props: { stored: readonly SearchSummary[]; value: string; choose: (value: string) => void }) {
  const { stored, value, choose } = props;
  const now = useNow(60_000);
  const rows = stored.reduce((sum, search) => sum + search.rows, 0);
  const options = [
    ...stored.map((search) => ({ value: search.id, name: storedSearchName(search, now) })),
    ...(stored.length > 1
      ? [
          {
            value: ALL_SEARCHES,
            name: `All stored: ${numberText(rows)} rows of ${numberText(stored.length)} searches`,
          },
        ]
      : []),
  ];
  return <Select aria-label="Search in" options={options} value={value} choose={choose} />;
}
