import type { ReactNode } from 'react';
import { useMayExport } from '../../stores/queries/use-managed.ts';
import { ManagedNote } from '../ManagedNote.tsx';
import { ErrorNote } from '../ErrorNote.tsx';
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import { choices } from '../controls/choices.ts';
import { useExports, useWatch } from '../../stores/use-stores.ts';
import { fileNameProblem, RUNS_IN_BACKGROUND } from '../../words/export-words.ts';
import { Button } from '../controls/Button.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogField, DialogTextInput } from '../dialog/DialogField.tsx';
import type { CellForm, NewExportForm } from './use-new-export.ts';

interface ExportDialogProps {
  readonly form: NewExportForm;
  readonly title: string;
  readonly summary: ReactNode;
  /** The default format first. Null: `above` has its own. */
  readonly formats: readonly ExportFormat[] | null;
  readonly formatNote: string;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly includedNote: string;
  readonly start: () => void;
  readonly close: () => void;
}

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'Spreadsheet (.xlsx)',
  csv: 'CSV',
  jsonl: 'JSON Lines',
};
const CELL_NAMES: Readonly<Record<CellForm, string>> = { guarded: 'Guarded', verbatim: 'As received' };
const CELL_NOTES: Readonly<Record<CellForm, string>> = {
  guarded: 'cells that a spreadsheet would run get an apostrophe',
  verbatim: 'cells that a spreadsheet would run stay as they are',
};

export const MANAGED_EXPORT_ID = 'export-managed';

export function ExportDialog(props: ExportDialogProps) {
  const { form, title, summary, formats, formatNote, above, below, includedNote, start, close } = props;
  const { shown, format, chooseFormat, cells, setCells, fileName, setFileName } = form;
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isStarting = useExports((state) => state.isStarting);
  const refusal = useExports((state) => state.requestError);
  const wrongName = fileNameProblem(fileName);
  const mayExport = useMayExport();
  const isReady = mayExport && shown !== null && !isLost && !isStarting && wrongName === null;
  return (
    <Dialog
      title={title}
      label="Export"
      description={summary}
      close={close}
      remark={isLost ? 'Watchfloor does not answer.' : RUNS_IN_BACKGROUND}
      buttons={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            data-autofocus
            disabled={!isReady}
            aria-describedby={MANAGED_EXPORT_ID}
            onClick={start}
          >
            {isStarting ? 'Starting …' : 'Export'}
          </Button>
        </>
      }
    >
      <div className="stack gap-2">
        {above}
        {formats !== null && (
          <DialogField name="Format" note={formatNote}>
            <SegmentedControl<ExportFormat>
              label="Format"
              options={formats.map((value) => ({ value, name: FORMAT_NAMES[value] }))}
              value={format}
              choose={chooseFormat}
            />
          </DialogField>
        )}
        {below}
        <ManagedNote id={MANAGED_EXPORT_ID} settings={['masks', 'exporters']} />
        {formats !== null && format === 'csv' && (
          <DialogField name="Cells" note={CELL_NOTES[cells]}>
            <SegmentedControl<CellForm> label="Cells" options={choices(CELL_NAMES)} value={cells} choose={setCells} />
          </DialogField>
        )}
        <DialogField name="File" note={wrongName ?? undefined}>
          <DialogTextInput mono label="File name" value={fileName} change={setFileName} maxLength={200} />
        </DialogField>
        <DialogField name="Also included">{includedNote}</DialogField>
      </div>
      <ErrorNote intro="The export did not start." error={refusal} />
    </Dialog>
  );
}
