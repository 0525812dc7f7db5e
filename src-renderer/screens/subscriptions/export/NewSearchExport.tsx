import { choices } from '../../../components/controls/choices.ts';
import { useState } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { Checkbox, DialogField } from '../../../components/dialog/DialogField.tsx';
import { useRequiredMasks, withRequired } from '../../../stores/queries/use-managed.ts';
import { ExportDialog, MANAGED_EXPORT_ID } from '../../../components/export/ExportDialog.tsx';
import { exportOptions, useNewExport } from '../../../components/export/use-new-export.ts';
import { exportFormatNote } from '../../../words/export-words.ts';
import type { SearchToExport } from '../../../stores/exports-store.ts';
import { useAppearance, useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import { loadWords, searchAgeWords, searchExportTitle } from '../../../words/search-export-words.ts';

export function NewSearchExport({ request, close }: { request: SearchToExport; close: () => void }) {
  const search = useSubscriptions(({ searches }) => searches?.find(({ id }) => id === request.search)) ?? null;
  return search === null ? null : <SearchExportForm search={search} request={request} close={close} />;
}

function SearchExportForm(props: { search: SearchSummary; request: SearchToExport; close: () => void }) {
  const { search, request, close } = props;
  const { exports } = useStores();
  const form = useNewExport('xlsx', ' subscriptions');
  const { at, shown, format } = form;
  const zone = useAppearance((state) => state.zone);
  const [rowsToExport, setRowsToExport] = useState<'loaded' | 'all'>(request.awaitsAll ? 'all' : 'loaded');
  const [fields, setFields] = useState<'shown' | 'all'>(request.columns.length === 0 ? 'all' : 'shown');
  const required = useRequiredMasks();
  const isManaged = required.length > 0;
  const [isChosen, setMasked] = useState(true);
  const isMasked = isChosen || isManaged;
  const { view } = request;
  const isComplete = search.state.kind === 'ended' || (search.state.kind === 'stored' && search.state.end !== null);

  function start(): void {
    if (shown === null) return;
    void exports.start({
      of: 'search',
      watch: shown.watch,
      id: search.id,
      view,
      mask: isMasked ? withRequired(DEFAULT_MASKED_FIELDS, required) : [],
      columns: format !== 'jsonl' && fields === 'shown' ? [...request.columns] : null,
      awaitsAll: rowsToExport === 'all' && !isComplete,
      ...exportOptions(form),
    });
  }

  return (
    <ExportDialog
      form={form}
      title={searchExportTitle(search, view, rowsToExport === 'all')}
      summary={searchAgeWords(search, at, zone)}
      formats={['xlsx', 'csv', 'jsonl']}
      formatNote={exportFormatNote(format, isMasked)}
      above={
        !isComplete && (
          <DialogField name="Rows" note={rowsToExport === 'all' ? loadWords(search) : 'as listed, no others'}>
            <SegmentedControl<'loaded' | 'all'>
              label="Rows"
              options={choices({ loaded: 'Loaded', all: 'All, loading the rest' })}
              value={rowsToExport}
              choose={setRowsToExport}
            />
          </DialogField>
        )
      }
      below={
        <>
          <DialogField name="Mask">
            <Checkbox
              name="IMSI, MSISDN, company, user names"
              checked={isMasked}
              change={setMasked}
              disabled={isManaged}
              {...(isManaged && { describedBy: MANAGED_EXPORT_ID })}
            />
          </DialogField>
          {format !== 'jsonl' && (
            <DialogField name="Columns">
              <SegmentedControl<'shown' | 'all'>
                label="Columns"
                options={choices({ shown: `Shown (${request.columns.length})`, all: 'All received' })}
                value={fields}
                choose={setFields}
              />
            </DialogField>
          )}
        </>
      }
      includedNote="the query, when it was answered, how complete it is"
      start={start}
      close={close}
    />
  );
}
