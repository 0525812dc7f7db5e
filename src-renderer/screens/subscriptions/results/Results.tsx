import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { SubscriptionRow } from '../../../../src-shared/api/searches.ts';
import type { SortKey } from '../../../../src-shared/service/search-body.ts';
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Grid } from '../../../lists/grid/Grid.tsx';
import type { GridAnchor, GridItem } from '../../../lists/grid/grid-model.ts';
import { useGridCommands } from '../../../lists/grid/use-grid-commands.ts';
import { useIsPast, useStores, useSubscriptionRows, useSubscriptions } from '../../../stores/use-stores.ts';
import { ExportSearchButton } from '../export/ExportSearchButton.tsx';
import { bandOf } from './band.ts';
import { useResultColumns } from './columns.tsx';
import { FindField } from './FindField.tsx';
import { NoRows, NoSearch, SearchesLoadError } from './NoRows.tsx';
import { OtherSearches } from './OtherSearches.tsx';
import { Pager } from './Pager.tsx';
import { nextPage } from './paging.ts';
import styles from './Results.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';
import { ResultsBand } from './ResultsBand.tsx';
import { RESULTS_GRID } from './results-grid.ts';
import { useResultActions } from './use-result-actions.ts';
import { useVisibleRowFailures } from './use-row-failures.ts';
import { useRows } from './use-rows.ts';
import type { ShownResults } from './use-shown-search.ts';
import { nextSort, printSort } from './view-address.ts';

interface ResultsProps {
  readonly shown: ShownResults;
  readonly fields: readonly string[];
  /** Columns to read: `fields` and those that identify events. */
  readonly columns: readonly string[];
  readonly hasFailures: boolean;
  readonly unavailable: string | null;
  readonly draft: string | null;
  readonly inspector: ReactNode;
}

const NO_ORDER: readonly SortKey[] = [];

export function Results({ shown, fields, columns, hasFailures, unavailable, draft, inspector }: ResultsProps) {
  const stores = useStores();
  const { subscriptionRows } = stores;
  const address = useAddress(subscriptionsAddress);
  const { search, listed, parts, find, sort } = shown;
  // Renders when the token expires. The backend reports that later, or not at all while it cannot be reached.
  useIsPast(search === null || !('goodUntil' in search.state) ? null : search.state.goodUntil);
  const page = search === null ? ({ kind: 'none' } as const) : nextPage(search, stores.now());
  const actions = useResultActions(shown, page, unavailable);
  const isLoaded = useSubscriptions((state) => state.searches !== null);
  const refusal = useSubscriptions((state) => state.requestError);
  const trouble = useSubscriptions((state) => state.feedError);
  const { window, shownQuery, upTo, pendingCount, isReading, error, landing } = useSubscriptionRows((state) => state);
  const rowsState = useRows({ shown, columns, row: address.value.row, unavailable });
  const [anchor, setAnchor] = useState<GridAnchor | null>(null);
  useVisibleRowFailures(anchor, hasFailures);

  const opened = address.value.row === null ? null : String(address.value.row);
  const [cursor, setCursor] = useState(opened);
  const [openedBefore, setOpenedBefore] = useState(opened);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened !== null) setCursor(opened);
  }
  const open = (key: string) => {
    setCursor(key);
    address.change({ row: Number(key) }, { replace: opened !== null });
  };
  const marksEarlier = listed !== null && listed.notSeenAgain > 0;
  const items = useMemo(
    () =>
      window.rows.map((row): GridItem<SubscriptionRow> => ({
        kind: 'row',
        key: String(row.ordinal),
        row,
        isQuiet: marksEarlier && row.isEarlier,
      })),
    [window.rows, marksEarlier],
  );
  const reorder = useCallback(
    (field: string) => address.change({ sort: printSort(nextSort(sort, field)) }, { replace: true }),
    [address, sort],
  );
  const gridColumns = useResultColumns({
    fields: fields.filter((name) => shownQuery === null || shownQuery.columns.includes(name)),
    valueFields: shownQuery?.columns ?? columns,
    hasFailures,
    sort,
    sortBy: parts?.sortBy ?? NO_ORDER,
    reorder,
    marksEarlier,
  });
  useCommands(
    useGridCommands({
      name: RESULTS_GRID,
      noun: 'subscription',
      items,
      cursor,
      setCursor,
      opened,
      open,
      toStart: () => subscriptionRows.toStart(),
      toEnd: () => subscriptionRows.toEnd(),
    }),
  );

  if (!isLoaded) return trouble === null ? null : <SearchesLoadError trouble={trouble} />;
  const band = bandOf(shown, page, refusal);
  if (search === null || listed === null || band.kind === 'none')
    return (
      <div className={styles['results']}>
        {band.kind !== 'none' && <ResultsBand band={band} limit={null} actions={actions} tools={null} />}
        <div className={styles['lines']}>
          <NoSearch search={search} draft={draft} actions={actions} />
        </div>
        {inspector}
      </div>
    );
  const view = { find, sort, upTo };
  const setFind = (text: string) => address.change({ find: text }, { replace: true });
  const isFound = shownQuery !== null && shownQuery.search === listed.id && shownQuery.find === find;
  return (
    <div className={styles['results']}>
      <ResultsBand
        band={band}
        limit={parts?.limit ?? null}
        actions={actions}
        tools={
          <>
            {listed.rows > 0 && <FindField find={find} change={setFind} />}
            <OtherSearches
              shown={listed}
              choose={(id) => address.change({ search: id, row: null, find: '', sort: '' })}
              remove={actions.remove}
            />
          </>
        }
      />
      <div className={styles['lines']} data-stale={search !== listed || undefined}>
        <Grid
          label={`Subscriptions, ${sort === null ? 'in the order of the service' : 'sorted here'}`}
          name={RESULTS_GRID}
          columns={gridColumns}
          items={items}
          total={window.total}
          cursor={cursor}
          setCursor={setCursor}
          opened={opened}
          open={open}
          placeholder={
            <NoRows
              search={listed}
              find={find}
              error={error}
              isReading={isReading}
              showAll={() => setFind('')}
              retry={() => subscriptionRows.retry()}
            />
          }
          landing={landing}
          onNear={rowsState.onNear}
          onInteraction={rowsState.onInteraction}
          onAnchor={(at) => {
            setAnchor(at);
            rowsState.onAnchor(at);
          }}
          hidesStatusLine
          isPaused
        />
      </div>
      <Pager
        search={listed}
        view={view}
        parts={parts}
        matching={find !== '' && isFound ? window.total : null}
        pendingCount={pendingCount}
        showPending={() => subscriptionRows.showPending()}
        page={search === listed ? page : { kind: 'none' }}
        actions={actions}
        exportButton={
          <ExportSearchButton search={listed} view={view} columns={fields} awaitsAll={page.kind === 'loading'} />
        }
      />
      {inspector}
      {actions.removalCandidate === listed.id && <RemoveDialog search={listed} decide={actions.decideRemoval} />}
    </div>
  );
}
