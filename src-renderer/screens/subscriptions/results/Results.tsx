import { type ReactNode, useCallback, useMemo } from 'react';
import type { SortKey } from '../../../../src-shared/service/search-body.ts';
import { useCursor } from '../../../grid/use-list-cursor.ts';
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { FindField } from '../../../grid/FindField.tsx';
import { GridList } from '../../../grid/GridList.tsx';
import type { GridItem } from '../../../grid/grid-model.ts';
import { useIsPast, useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import { ExportSearchButton } from '../export/ExportSearchButton.tsx';
import { bandOf } from './band.ts';
import { useResultColumns } from './columns.tsx';
import { NoRows, NoSearch, SearchesLoadError } from './NoRows.tsx';
import { OtherSearches } from './OtherSearches.tsx';
import { Pager } from './Pager.tsx';
import { nextPage } from './paging.ts';
import bandStyles from './Band.module.css';
import styles from './Results.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';
import { ResultsBand } from './ResultsBand.tsx';
import { RESULTS_GRID } from './results-grid.ts';
import { useResultActions } from './use-result-actions.ts';
import type { ResultRow } from './result-list.ts';
import type { ResultRows } from './use-rows.ts';
import type { ShownResults } from './use-shown-search.ts';
import { WithFailures } from './WithFailures.tsx';
import { nextSort, printSort } from './view-address.ts';

interface ResultsProps {
  readonly shown: ShownResults;
  readonly rows: ResultRows;
  readonly fields: readonly string[];
  readonly hasFailures: boolean;
  readonly unavailable: string | null;
  readonly draft: string | null;
  readonly inspector: ReactNode;
}

const NO_ORDER: readonly SortKey[] = [];

export function Results({ shown, rows: resultRows, fields, hasFailures, unavailable, draft, inspector }: ResultsProps) {
  const stores = useStores();
  const { list, state, rows, landing, view } = resultRows;
  const address = useAddress(subscriptionsAddress);
  const { search, listed, parts, find, sort } = shown;
  // Renders when the token expires. The backend reports that later, or not at all while it cannot be reached.
  useIsPast(search === null || !('goodUntil' in search.state) ? null : search.state.goodUntil);
  const page = search === null ? ({ kind: 'none' } as const) : nextPage(search, stores.now());
  const actions = useResultActions(shown, page, unavailable);
  const isLoaded = useSubscriptions(({ searches }) => searches !== null);
  const refusal = useSubscriptions(({ requestError }) => requestError);
  const trouble = useSubscriptions(({ feedError }) => feedError);

  const opened = address.value.row === null ? null : String(address.value.row);
  const { cursor, setCursor } = useCursor(opened);
  const open = (key: string) => {
    setCursor(key);
    address.change({ row: Number(key) }, { replace: opened !== null });
  };
  const marksEarlier = listed !== null && listed.notSeenAgain > 0;
  const items = useMemo(
    () =>
      rows.map((row): GridItem<ResultRow> => ({
        kind: 'row',
        key: String(row.ordinal),
        row,
        isQuiet: marksEarlier && row.isEarlier,
      })),
    [rows, marksEarlier],
  );
  const reorder = useCallback(
    (field: string) => address.change({ sort: printSort(nextSort(sort, field)) }, { replace: true }),
    [address, sort],
  );
  const gridColumns = useResultColumns({
    // A column is shown once its values are read.
    fields: fields.filter((name) => rows[0] === undefined || rows[0].columns.includes(name)),
    hasFailures,
    sort,
    sortBy: parts?.sortBy ?? NO_ORDER,
    reorder,
    marksEarlier,
  });
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
  const setFind = (text: string) => address.change({ find: text }, { replace: true });
  const isFound = state.linesOf?.search === listed.id && state.linesOf.find === find;
  return (
    <div className={styles['results']}>
      <ResultsBand
        band={band}
        limit={parts?.limit ?? null}
        actions={actions}
        tools={
          <>
            {listed.rows > 0 && (
              <span className={bandStyles['find']}>
                <FindField
                  list={RESULTS_GRID}
                  title="Find in the loaded rows"
                  placeholder="Find in these"
                  clearTitle="Clear the search, show all rows"
                  find={find}
                  kind="text"
                  change={setFind}
                />
              </span>
            )}
            {listed.rows > 0 && <WithFailures search={listed} find={find} change={setFind} />}
            <OtherSearches
              shown={listed}
              choose={(id) => address.change({ search: id, row: null, find: '', sort: '' })}
              remove={actions.remove}
            />
          </>
        }
      />
      <div className={styles['lines']} data-stale={search !== listed || undefined}>
        <GridList
          noun="subscription"
          toStart={() => list.show('start')}
          toEnd={() => list.show('end')}
          label={`Subscriptions, ${sort === null ? 'in the order of the service' : 'sorted here'}`}
          name={RESULTS_GRID}
          columns={gridColumns}
          items={items}
          total={resultRows.total}
          cursor={cursor}
          setCursor={setCursor}
          opened={opened}
          open={open}
          placeholder={
            <NoRows
              search={listed}
              find={find}
              error={state.phase.kind === 'failed' ? state.phase.error : (state.pageError?.error ?? null)}
              isReading={state.phase.kind === 'loading'}
              showAll={() => setFind('')}
              retry={() => list.retry()}
            />
          }
          landing={landing}
          onNear={resultRows.onNear}
          onInteraction={resultRows.onInteraction}
          onAnchor={resultRows.onAnchor}
          hidesStatusLine
          isPaused
        />
      </div>
      <Pager
        search={listed}
        view={view}
        parts={parts}
        matching={find !== '' && isFound ? resultRows.total : null}
        pendingCount={resultRows.pendingCount}
        showPending={resultRows.showPending}
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
