import { useState } from 'react';
import type { TableFormat } from '../../../src-shared/domain/analyst-tables.ts';
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import type { CsvCellForm } from '../../../src-shared/lib/csv.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { type FileFormat, proposedFileName, withFileExtension } from '../../words/export-words.ts';
import { profileName } from '../../words/profile-words.ts';

/** An .xlsx is the form for a spreadsheet, so the page offers only the CSV forms for programs. */
export type CellForm = Exclude<CsvCellForm, 'spreadsheet'>;
export type NewExportForm = ReturnType<typeof useNewExport>;

/**
 * `defaultFormat` is used until the user chooses one; later exports start with the last choice. `subject` may be empty.
 * `ofTables` has a format of its own.
 */
export function useNewExport(defaultFormat: ExportFormat, subject: string, ofTables = false) {
  const stores = useStores();
  const shown = useWatch((state) => state.shown);
  const [at] = useState(() => stores.now());
  const format = useAppearance((state) => state.exportFormat) ?? defaultFormat;
  const [tableFormat, setTableFormat] = useState<TableFormat>('parquet');
  const fileFormat: FileFormat = ofTables ? tableFormat : format;
  const [cells, setCells] = useState<CellForm>('guarded');
  const [fileName, setFileName] = useState(() =>
    proposedFileName(`${shown === null ? '' : profileName(shown.profile)}${subject}`, at, fileFormat),
  );
  // The ending follows the format; a name that the user is typing does not change.
  const [namedFormat, setNamedFormat] = useState(fileFormat);
  if (namedFormat !== fileFormat) {
    setNamedFormat(fileFormat);
    setFileName(withFileExtension(fileName, fileFormat));
  }
  return {
    /** When the dialog opened, UTC epoch ms; used for the count, the file name and the export. */
    at,
    shown,
    format,
    chooseFormat: (next: ExportFormat) => stores.appearance.change({ exportFormat: next }),
    tableFormat,
    chooseTableFormat: setTableFormat,
    cells,
    setCells,
    fileName,
    setFileName,
  };
}

export function exportOptions({ format, cells, fileName }: NewExportForm) {
  return { format, cells, fileName: fileName.trim() };
}
