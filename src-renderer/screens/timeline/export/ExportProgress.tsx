import { useEffect } from 'react';
import type { ExportJob } from '../../../../src-shared/api/exports.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Progress } from '../../../components/Progress.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { download } from '../../../components/controls/save-file.ts';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogField } from '../../../components/dialog/DialogField.tsx';
import { sheetFitWords } from '../../../../src-shared/words/events/sheet-words.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useExports, useStores, useWatch } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import {
  exportResultWords,
  exportShare,
  exportErrorWords,
  progressWords,
  RUNS_IN_BACKGROUND,
} from '../../../words/export-words.ts';
import { OtherExports } from './OtherExports.tsx';

const TITLES: Record<ExportJob['state']['kind'], string> = {
  running: 'Exporting',
  done: 'Exported',
  cancelled: 'Export cancelled',
  failed: 'Export failed',
};

const INCLUDED_NOTES: Record<ExportJob['of'], string> = {
  events: 'the query, the zone and the coverage',
  'failed-resources': 'the query, the zone and the coverage',
  tables: 'the query, the zone, the rows of each table and the coverage',
  search: 'the query, when it was answered and how complete it is',
};

interface ExportProgressProps {
  readonly job: ExportJob;
  /** True if a browser downloads the file when it is complete. */
  readonly downloads: boolean;
  readonly close: () => void;
}

export function ExportProgress({ job, downloads, close }: ExportProgressProps) {
  const { exports } = useStores();
  const isBrowser = useHost()?.capabilities.desktop === false;
  const { href, fileName } = job;
  const isDone = job.state.kind === 'done';
  useEffect(() => {
    // The user of a browser may not reach the folder in which the backend saves.
    if (downloads && isBrowser && isDone && href !== null) download(href, fileName);
  }, [downloads, isBrowser, isDone, href, fileName]);
  const refusal = useExports((state) => state.requestError);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const isRunning = job.state.kind === 'running';
  const forget = () => {
    close();
    void exports.forget(job.id);
  };
  return (
    <Dialog
      title={TITLES[job.state.kind]}
      label="Export"
      description={<Untrusted text={job.fileName} />}
      close={close}
      remark={isRunning && (isLost ? 'As of the last answer of Watchfloor.' : RUNS_IN_BACKGROUND)}
      buttons={
        <>
          <Button disabled={isLost} onClick={isRunning ? () => void exports.cancel(job.id) : forget}>
            {isRunning ? 'Cancel export' : 'Remove from the list'}
          </Button>
          <Button variant="filled" data-autofocus onClick={close}>
            {isRunning ? 'Hide' : 'Close'}
          </Button>
        </>
      }
    >
      <ExportStatus job={job} />
      <ErrorNote error={refusal} />
      <OtherExports shown={job.id} />
    </Dialog>
  );
}

function ExportStatus({ job }: { job: ExportJob }) {
  const { state, path, href, fileName } = job;
  switch (state.kind) {
    case 'running': {
      const { far, remaining, share } = progressWords(job);
      return (
        <div className="stack gap-2">
          <p className="apart gap-4 baseline">
            <span>
              <strong>{far}</strong>
              {remaining !== '' && <span className="meta"> · {remaining}</span>}
            </span>
            <strong>{share}</strong>
          </p>
          <Progress share={exportShare(job)} label="Exported" />
        </div>
      );
    }
    case 'done':
      return (
        <div className="stack gap-2">
          <output>{exportResultWords(job)}</output>
          {sheetFitWords(job.spreadsheet).map((words) => (
            <p key={words}>{words}</p>
          ))}
          <DialogField name="File">
            <Untrusted className="mono shrinks breaks" text={path} />
            <CopyButton text={path} label="Copy the path" word="Copy" />
            {href !== null && (
              <a href={href} download={fileName}>
                Download
              </a>
            )}
          </DialogField>
          <DialogField name="Beside it">
            <Untrusted className="mono shrinks breaks" text={`${fileName}.about.json`} />
            <span className="meta">{INCLUDED_NOTES[job.of]}</span>
          </DialogField>
        </div>
      );
    case 'cancelled':
      return <output>It was cancelled; no file was saved.</output>;
    case 'failed':
      return (
        <p className="failed pretty breaks" role="alert">
          {visibleText(exportErrorWords(state.error))}
        </p>
      );
    default:
      return assertNever(state);
  }
}
