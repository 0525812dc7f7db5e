/** What every export is asked for with: its format, its formulas, its name. It knows nothing of what is exported. */
import { useState } from 'react';
import type { ExportFormat } from '../../../src-shared/domain/event-export.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { proposedFileName, withFileExtension } from '../../words/export-words.ts';
import { profileName } from '../../words/profile-words.ts';

export interface NewExportForm {
  /** When the dialog was opened, UTC epoch ms: the same for what it counts, the file's name and the export itself. */
  readonly at: number;
  readonly shown: WatchSnapshot | null;
  readonly format: ExportFormat;
  /** The file's name gets its ending. */
  readonly chooseFormat: (format: ExportFormat) => void;
  readonly guardsFormulas: boolean;
  readonly setGuardsFormulas: (guards: boolean) => void;
  readonly fileName: string;
  readonly setFileName: (name: string) => void;
}

/** @param subject what is exported, in the file's name; empty: the profile says enough */
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

/** As an export is begun with. */
export function exportOptions({ format, guardsFormulas, fileName }: NewExportForm) {
  return { format, guardFormulas: format === 'csv' && guardsFormulas, fileName: fileName.trim() };
}
