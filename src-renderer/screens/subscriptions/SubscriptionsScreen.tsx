/** The backend runs and stores the searches; the address names the shown search and its view. */
import { useMemo, useState } from 'react';
import { subscriptionsAddress } from '../../address/screen-addresses.ts';
import { isScreenShown, useAddress } from '../../address/use-address.ts';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { useSearchDraft, useSignal, useSubscriptions, useWatch } from '../../stores/use-stores.ts';
import { SubscriptionPane } from './detail/SubscriptionPane.tsx';
import { CompareIds } from './ids/CompareIds.tsx';
import { Inspector } from './inspector/Inspector.tsx';
import { SearchQuery } from './query/SearchQuery.tsx';
import { fieldColumns, identifyingFields } from './results/chosen-columns.ts';
import { ColumnsButton } from './results/ColumnsButton.tsx';
import { Results } from './results/Results.tsx';
import { whyUnavailable } from './results/unavailable.ts';
import { useStartSearch } from './results/use-start-search.ts';
import { useChosenColumns } from './results/use-chosen-columns.ts';
import { useFields } from './results/use-fields.ts';
import { useRows } from './results/use-rows.ts';
import { useShownSearch } from './results/use-shown-search.ts';

export function SubscriptionsScreen() {
  const state = useSubscriptions((all) => all);
  const address = useAddress(subscriptionsAddress);
  const { row, part } = address.value;
  const shown = useShownSearch();
  const { listed, parts, search } = shown;
  const isReadOnly = useWatch((watch) => watch.shown?.storage.kind === 'read-only');
  const unavailable = whyUnavailable(useSignal(), isReadOnly);
  const draft = useSearchDraft(({ parsed, text }) => (parsed.kind === 'body' ? text : null));
  const [inspects, setInspects] = useState(false);
  const [chosen, choose] = useChosenColumns();
  const { fields, refresh } = useFields(listed);
  const returnFields = parts?.returnFields ?? null;
  const columns = useMemo(() => fieldColumns(chosen, returnFields), [chosen, returnFields]);
  const readColumns = useMemo(
    () => [...new Set([...columns, ...identifyingFields(fields.map(({ name }) => name))])],
    [columns, fields],
  );
  const receivedFields = useMemo(() => fields.map(({ name }) => name), [fields]);
  const startSearch = useStartSearch();
  const rows = useRows(part === 'ids' ? { ...shown, listed: null } : shown, readColumns, row, unavailable);

  if (part === 'ids')
    return (
      <ScreenLayout title="Subscriptions">
        <CompareIds
          search={address.value.search}
          choose={(id) => isScreenShown('subscriptions') && address.change({ search: id }, { replace: true })}
          close={() => address.change({ part: '' })}
        />
      </ScreenLayout>
    );
  return (
    <ScreenLayout
      title="Subscriptions"
      query={
        <SearchQuery
          state={state.searches === null ? null : state}
          lastSearch={search}
          unavailable={unavailable}
          onSearch={startSearch}
          onCompare={() => address.change({ part: 'ids' })}
          isInspecting={inspects}
          onRequests={() => setInspects(!inspects)}
          receivedFields={receivedFields}
          columnChooser={
            <ColumnsButton
              chosen={chosen}
              choose={choose}
              shown={columns}
              fields={fields}
              rows={listed?.rows ?? 0}
              onOpen={refresh}
            />
          }
        />
      }
      detail={
        row === null || listed === null
          ? null
          : {
              key: `${listed.id} ${row}`,
              label: `Subscription in row ${row}`,
              close: () => address.change({ row: null }),
              content: <SubscriptionPane search={listed} ordinal={row} rows={rows} />,
            }
      }
    >
      <Results
        shown={shown}
        rows={rows}
        fields={columns}
        hasFailures={chosen.hasFailures}
        unavailable={unavailable}
        draft={draft}
        inspector={inspects && <Inspector initialRequest={null} close={() => setInspects(false)} />}
      />
    </ScreenLayout>
  );
}
