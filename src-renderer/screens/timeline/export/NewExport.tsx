import { counted } from '../../../../src-shared/words/store-words.ts';
import { useState } from 'react';
import {
  type MaskedField,
  maskedFieldNames,
  DEFAULT_MASKED_FIELDS,
} from '../../../../src-shared/domain/event/masked-fields.ts';
import type { TableFormat } from '../../../../src-shared/domain/analyst-tables.ts';
import type { ExportedRows } from '../../../../src-shared/domain/event/event-export.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { choices } from '../../../components/controls/choices.ts';
import { SegmentedControl } from '../../../components/controls/SegmentedControl.tsx';
import { Checkbox, DialogField } from '../../../components/dialog/DialogField.tsx';
import { useRequiredMasks, withRequired } from '../../../stores/queries/use-managed.ts';
import { ExportDialog, MANAGED_EXPORT_ID } from '../../../components/export/ExportDialog.tsx';
import { exportOptions, useNewExport } from '../../../components/export/use-new-export.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAppearance, useStores } from '../../../stores/use-stores.ts';
import { dateText, lengthText, type Zone, zoneText } from '../../../time/time-text.ts';
import { ianaZone } from '../../../time/zoned-time.ts';
import { exportFormatNote, exportTitle, tableFormatNote } from '../../../words/export-words.ts';
import { capitalized } from '../../../../src-shared/lib/capitalized.ts';
import { filterSentence, spanSentence } from '../../../words/filter-sentence.ts';
import { type ExportPreview, useExportPreview } from './use-export-preview.ts';

const MASKS: readonly (readonly MaskedField[])[] = [['imsi', 'msisdn'], ['company'], ['user'], ['iccid'], ['eid']];

type Content = ExportedRows | 'tables';

const ROW_NAMES: Readonly<Record<Content, string>> = {
  events: 'Events',
  'failed-resources': 'Failed resources',
  tables: 'Tables',
};
const ROW_NOTES: Readonly<Record<Content, string>> = {
  events: 'one for each event, with the received text',
  'failed-resources': 'one for each failed resource: identifiers, company, code and sentence; nothing that succeeded',
  tables: 'events, attempts, cases, requests, resources, gaps and actions, for other tools',
};
const TABLE_FORMATS: Readonly<Record<TableFormat, string>> = {
  parquet: 'Parquet (.zip)',
  sqlite: 'SQLite',
  xlsx: 'Spreadsheet (.xlsx)',
};

export function NewExport({ filter, close }: { filter: Filter; close: () => void }) {
  const { exports, timeline } = useStores();
  const [rows, setRows] = useState<Content>('events');
  // People read a list of failed resources, programs read events.
  const form = useNewExport(rows === 'events' ? 'jsonl' : 'xlsx', '', rows === 'tables');
  const { at, shown, format, tableFormat, chooseTableFormat } = form;
  const zone = useAppearance((state) => state.zone);
  /** Excludes later events from both the preview and the export. The list may be ahead of the snapshot. */
  const [to] = useState(() =>
    shown === null ? null : Math.max(shown.extent.newestSeq, timeline.getState().feedThrough),
  );
  const required = useRequiredMasks();
  const [chosen, setMask] = useState(() => masksFor(filter));
  const mask = withRequired(chosen, required);
  const preview = useExportPreview(shown?.watch ?? null, filter, at, to);

  function start(): void {
    if (shown === null) return;
    const inZone = ianaZone(zone);
    const query = { watch: shown.watch, filter, at, to, mask, zone: inZone };
    const options = exportOptions(form);
    void exports.start(
      rows === 'tables'
        ? { of: 'tables', ...query, format: tableFormat, fileName: options.fileName }
        : { of: 'events', ...query, rows, ...options },
    );
  }

  return (
    <ExportDialog
      form={form}
      title={exportTitle(preview)}
      summary={<Untrusted text={aboutWords(filter, preview, zone)} />}
      formats={rows === 'tables' ? null : ['jsonl', 'csv', 'xlsx']}
      formatNote={exportFormatNote(format, mask.length > 0)}
      above={
        <>
          <DialogField name="Lines" note={ROW_NOTES[rows]}>
            <SegmentedControl<Content> label="Lines" options={choices(ROW_NAMES)} value={rows} choose={setRows} />
          </DialogField>
          {rows === 'tables' && (
            <DialogField name="Format" note={tableFormatNote(tableFormat)}>
              <SegmentedControl<TableFormat>
                label="Format"
                options={choices(TABLE_FORMATS)}
                value={tableFormat}
                choose={chooseTableFormat}
              />
            </DialogField>
          )}
        </>
      }
      below={
        <DialogField name="Mask">
          {MASKS.map((fields) => (
            <Checkbox
              key={fields.join()}
              name={fields.map((field) => maskedFieldNames[field]).join(', ')}
              checked={fields.every((field) => mask.includes(field))}
              {...(fields.some((field) => required.includes(field)) && {
                disabled: true,
                describedBy: MANAGED_EXPORT_ID,
              })}
              change={(isOn) => setMask([...mask.filter((field) => !fields.includes(field)), ...(isOn ? fields : [])])}
            />
          ))}
        </DialogField>
      }
      includedNote={contentsWords(preview, zone, at)}
      start={start}
      close={close}
    />
  );
}

/** A file about a company that the filter names is of no use without its name. */
function masksFor({ terms }: Filter): readonly MaskedField[] {
  const isNamed = terms.some((term) => term.kind === 'value' && term.field === 'company' && !term.negated);
  return DEFAULT_MASKED_FIELDS.filter((field) => field !== 'company' || !isNamed);
}

function aboutWords(filter: Filter, { oldestAt }: ExportPreview, zone: Zone): string {
  const stored = oldestAt === null ? 'All stored' : `All stored since ${dateText(oldestAt, zone)}`;
  const span = spanSentence(filter, zone);
  return `${span === null ? stored : capitalized(span)} · ${filterSentence(filter)}`;
}

function contentsWords({ coverage }: ExportPreview, zone: Zone, at: number): string {
  const words =
    coverage === null
      ? 'the coverage'
      : coverage.gaps === 0
        ? 'the coverage: no gaps'
        : `the coverage: blind ${lengthText(coverage.blindMs)} in ${counted(coverage.gaps, 'gap')}`;
  return `the query, the zone (${zoneText(at, zone)}) and ${words}`;
}
