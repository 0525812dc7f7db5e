import { useState } from 'react';
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { proposedFileName, withFileExtension } from '../../words/export-words.ts';
import { profileName } from '../../words/profile-words.ts';

export interface NewExportForm {
  /** When the dialog opened, UTC epoch ms; used for the count, the file name and the export. */
  readonly at: number;
  readonly shown: WatchSnapshot | null;
  readonly format: ExportFormat;
  /** Also changes the ending of the file name. */
  readonly chooseFormat: (format: ExportFormat) => void;
  readonly guardsFormulas: boolean;
  readonly setGuardsFormulas: (guards: boolean) => void;
  readonly fileName: string;
  readonly setFileName: (name: string) => void;
}

/** @param subject added to the file name; may be empty */
export function useNewExport(defaultFormat: ExportFormat, subject: string): NewExportForm {
  const stores = useStores();
  const shown = useWatch((state) => state.shown);
  const [at] = useState(() => stores.now());
  const [format, setFormat] = useState(defaultFormat);
  const [guardsFormulas, setGuardsFormulas] = useState(true);
  const [fileName, setFileName] = useState(() =>
    proposedFileName(`${shown === null ? '' : profileName(shown.profile)}${subject}`, at, defaultFormat),
  );
  return {
    at,
    shown,
    format,
    chooseFormat(next) {
      setFormat(next);
      setFileName(withFileExtension(fileName, next));
    },
    guardsFormulas,
    setGuardsFormulas,
    fileName,
    setFileName,
  };
}

export function exportOptions({ format, guardsFormulas, fileName }: NewExportForm) {
  return { format, guardFormulas: format === 'csv' && guardsFormulas, fileName: fileName.trim() };
}
