/** Texts for an export: progress, speed and result. The caller passes names and paths through `visibleText`. */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { ExportJob } from '../../src-shared/api/exports.ts';
import type { TableFormat } from '../../src-shared/domain/analyst-tables.ts';
import type { ExportFormat } from '../../src-shared/domain/event/event-export.ts';
import { eventsText, numberText, percentText, sizeText, counted } from '../../src-shared/words/store-words.ts';
import { ageText, lengthText } from '../time/time-text.ts';
import { errorWords } from './error-words.ts';

export const RUNS_IN_BACKGROUND = 'Runs in the background.';

export function exportFormatNote(format: ExportFormat, isMasked: boolean): string {
  const notes: Readonly<Record<ExportFormat, string>> = {
    xlsx: 'for Excel and LibreOffice: every cell is text, so no digit is lost',
    csv: 'for programs: a spreadsheet changes EIDs, ICCIDs and other values',
    jsonl: `for programs: as received${isMasked ? ', apart from the mask' : ''}`,
  };
  return notes[format];
}

export function tableFormatNote(format: TableFormat): string {
  const notes: Readonly<Record<TableFormat, string>> = {
    parquet: 'for DuckDB, pandas and R: one file for each table, in a .zip',
    sqlite: 'for SQL: one database',
    xlsx: 'one sheet for each table; at most 50,000 rows together',
  };
  return notes[format];
}

export function exportShare({ rows, loaded, total }: Pick<ExportJob, 'rows' | 'loaded' | 'total'>): number | null {
  if (total === null) return null;
  return total === 0 ? 1 : Math.min(1, (loaded ?? rows) / total);
}

/** For example `796,270 of 1,284,310`, and the muted rest `41,200 rows/s · 412 MB · 12 s left`. */
export function progressWords(job: ExportJob): {
  readonly far: string;
  readonly remaining: string;
  readonly share: string;
} {
  const { rows, loaded, total, bytes, rowsPerSecond } = job;
  const share = exportShare(job);
  const far = loaded ?? rows;
  const left = total === null || rowsPerSecond <= 0 ? null : Math.max(0, total - far) / rowsPerSecond;
  const remaining = [
    rowsPerSecond > 0 ? `${numberText(Math.round(rowsPerSecond))} rows/s` : null,
    loaded === null ? sizeText(bytes) : 'loading before writing',
    left === null ? null : `${ageText(Math.ceil(left) * 1_000)} left`,
  ];
  return {
    far: total === null ? countedRows(job, far) : `${numberText(far)} of ${numberText(total)}`,
    remaining: remaining.filter((part) => part !== null).join(' · '),
    share: share === null ? 'counting …' : percentText(share),
  };
}

/** Other counts of the page leave heartbeats out, but the file includes them. */
export function exportTitle(counts: { count: number | null; isCounted: boolean; heartbeats: number | null }): string {
  const { count, isCounted, heartbeats } = counts;
  if (count === null) return 'Export events';
  if (!isCounted) return `Export more than ${numberText(count)} events`;
  if (heartbeats === null || heartbeats === 0) return `Export ${eventsText(count)}`;
  if (heartbeats === count) return `Export ${counted(count, 'heartbeat')}`;
  return `Export ${eventsText(count)}, ${numberText(heartbeats)} of them ${heartbeats === 1 ? 'a heartbeat' : 'heartbeats'}`;
}

/** `1,284,310 events, 662.1 MB, in 31 s` */
export function exportResultWords(job: ExportJob): string {
  const { rows, bytes, startedAt, endedAt } = job;
  const took = endedAt === null ? '' : `, in ${lengthText(endedAt - startedAt)}`;
  return `${countedRows(job, rows)}, ${sizeText(bytes)}${took}`;
}

function countedRows({ of, state }: ExportJob, rows: number): string {
  if (of === 'search') return counted(rows, 'subscription');
  return of !== 'failed-resources' || state.kind === 'running' ? eventsText(rows) : counted(rows, 'failed resource');
}

export function exportErrorWords(error: Extract<ExportJob['state'], { kind: 'failed' }>['error']): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the backend made the pair; a code we do not know is said to be one
  return errorWords(error as AppErrorData);
}

export function exportStateWords(job: ExportJob): string {
  return job.state.kind === 'running' ? progressWords(job).share : job.state.kind;
}

export type FileFormat = ExportFormat | TableFormat;

const FILE_EXTENSIONS: Record<FileFormat, string> = {
  parquet: '.zip',
  sqlite: '.sqlite',
  jsonl: '.jsonl',
  csv: '.csv',
  xlsx: '.xlsx',
};

/** `acme-europe-2026-11-21T1431Z.jsonl`; uses only characters that every file system allows. */
export function proposedFileName(profile: string, now: number, format: FileFormat): string {
  const name = profile
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  return `${name === '' ? 'events' : name}-${day}T${time.slice(0, 5).replace(':', '')}Z${FILE_EXTENSIONS[format]}`;
}

/** Replaces the file name's ending by that of the format; keeps the rest. */
export function withFileExtension(fileName: string, format: FileFormat): string {
  const stem = Object.values(FILE_EXTENSIONS).reduce(
    (name, ending) => (name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name),
    fileName,
  );
  return `${stem}${FILE_EXTENSIONS[format]}`;
}

/** Returns why the name is invalid, null if it is valid. The backend makes the final decision. */
export function fileNameProblem(fileName: string): string | null {
  const name = fileName.trim();
  if (name === '') return 'A file needs a name.';
  if (/[/\\]/.test(name)) return 'Enter a name without a folder: the file is saved in the exports folder.';
  return /^\.+$/.test(name) ? 'A file cannot have this name.' : null;
}
