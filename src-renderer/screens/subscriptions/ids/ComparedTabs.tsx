import { choices } from '../../../components/controls/choices.ts';
import { Copy, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { GridList } from '../../../grid/GridList.tsx';
import type { GridItem } from '../../../grid/grid-model.ts';
import { copiedWords, useCopyText } from '../../../components/controls/use-copy.ts';
import type { ComparedIds } from '../../../stores/subscriptions/id-list-store.ts';
import { useStores } from '../../../stores/use-stores.ts';
import type { IdList } from '../../../text/id-list.ts';
import styles from './CompareIds.module.css';
import { type ComparedRow, comparedRows, differenceFile } from './compared-rows.ts';
import { comparedColumns } from './compared-columns.tsx';
import { saveFile } from '../../../components/controls/save-file.ts';

type Tab = 'missing' | 'found' | 'twice';

export function ComparedTabs({ list, compared }: { list: IdList; compared: ComparedIds }) {
  const stores = useStores();
  const [tab, setTab] = useState<Tab>('missing');
  const [cursor, setCursor] = useState<string | null>(null);
  const { copied, copy } = useCopyText();
  const rows = useMemo(() => comparedRows(list, compared), [list, compared]);
  const shown = rows[tab];
  const items = useMemo<readonly GridItem<ComparedRow>[]>(
    () => shown.map((row) => ({ kind: 'row', key: String(row.idIndex), row })),
    [shown],
  );
  const columns = useMemo(() => comparedColumns(tab, compared.scope.search), [tab, compared.scope.search]);
  const names: Record<Tab, string> = {
    missing: `Not found ${numberText(rows.missing.length)}`,
    found: `Found ${numberText(rows.found.length)}`,
    twice: `Duplicates ${numberText(rows.twice.length)}`,
  };
  const copyName = `Copy ${numberText(shown.length)}`;
  async function saveDifference(): Promise<void> {
    saveFile(differenceFileName(stores.now()), await differenceFile(rows.missing));
  }

  return (
    <>
      <div className={styles['tabs']}>
        <SegmentedControl<Tab>
          label="Ids to list"
          options={choices(names)}
          value={tab}
          choose={(next) => {
            setTab(next);
            setCursor(null);
          }}
        />
        <div className="gap-2 flex">
          <Button icon={Copy} disabled={shown.length === 0} onClick={() => copy(shown.map(({ id }) => id).join('\n'))}>
            {copiedWords(copied, copyName)}
          </Button>
          <Button
            variant="filled"
            icon={Download}
            disabled={rows.missing.length === 0}
            onClick={() => void saveDifference()}
          >
            Export the difference
          </Button>
        </div>
      </div>
      <div className="ruled shrinks-down grows">
        <GridList
          name={`compared-${tab}`}
          items={items}
          cursor={cursor}
          setCursor={setCursor}
          opened={null}
          open={setCursor}
          noun="id"
          key={tab}
          label={names[tab]}
          columns={columns}
          total={items.length}
          placeholder={<p className="pad-4 quiet">{EMPTY_TEXTS[tab]}</p>}
          hidesStatusLine
          isPaused
        />
      </div>
    </>
  );
}

const EMPTY_TEXTS: Record<Tab, string> = {
  missing: 'Every id of the list was found.',
  found: 'None of the ids was found.',
  twice: 'No duplicates in the list.',
};

function differenceFileName(now: number): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `not-found-${day}T${time.slice(0, 5).replace(':', '')}Z.xlsx`;
}
