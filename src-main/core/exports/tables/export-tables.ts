/**
 * Writes the tables of one export. Reads each event once, then all cases page by page, so memory does not depend on
 * their number. Leaves nothing if it ends early.
 */
import {
  type TableCell,
  type TableFormat,
  type TableName,
  tableNames,
  TABLES_VERSION,
} from '../../../../src-shared/domain/analyst-tables.ts';
import { caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { ExportAbout } from '../../../../src-shared/domain/event/event-export.ts';
import { resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';
import { allActions } from '../../cases/all-actions.ts';
import type { Cases } from '../../cases/create-cases.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventReader } from '../../ports/event-store.ts';
import type { TableFile, WrittenTableFile } from '../../ports/export-files.ts';
import { aboutQuery, type ExportProgress, type ExportRequest, spanOf } from '../export-run.ts';
import { ExportedEvents } from '../exported-events.ts';
import { maskedEvent } from '../masking.ts';
import { writeAtomically } from '../write-atomically.ts';
import {
  actionCells,
  attemptCells,
  caseCells,
  eventCells,
  gapCells,
  requestCells,
  resourceCells,
} from './table-rows.ts';

export interface TablesRequest extends Pick<ExportRequest, 'filter' | 'at' | 'to' | 'mask' | 'zone' | 'profile'> {
  readonly format: TableFormat;
}

/** Description of exported tables: `about.json` in their folder, or `.about.json` next to their file. */
export interface TablesAbout extends Pick<
  ExportAbout,
  | 'exportedAt'
  | 'profile'
  | 'query'
  | 'queriedAt'
  | 'masked'
  | 'zone'
  | 'coverage'
  | 'events'
  | 'oldest'
  | 'newest'
  | 'unreadable'
  | 'withheld'
  | 'bytes'
> {
  readonly format: TableFormat;
  /** `TABLES_VERSION` */
  readonly schema: number;
  /** Rows of each table. */
  readonly tables: Readonly<Record<TableName, number>>;
  readonly files: readonly WrittenTableFile[];
  /** Cells of a workbook with only the beginning of a text. The other formats have it complete. */
  readonly cutCells: number;
}

interface TablesParts {
  readonly reader: EventReader;
  readonly cases: Pick<Cases, 'histories' | 'waitUntilCaughtUp'>;
  readonly file: TableFile;
  readonly clock: Clock;
}

const CASES_PER_PAGE = 500;
const ROWS_PER_CALL = 256;

/** @throws AppError EXPORT_FAILED, STORE_…; the signal's reason */
export function exportTables(
  parts: TablesParts,
  request: TablesRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<TablesAbout> {
  return writeAtomically(parts.file, () => writeTables(parts, request, onProgress, signal), signal);
}

async function writeTables(
  { reader, cases, file, clock }: TablesParts,
  { at, to, mask, ...request }: TablesRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<TablesAbout> {
  const filter = resolveTimes(request.filter, at);
  const span = await spanOf(reader, filter, at);
  const rows = new RowBatches(file);
  const exported = new ExportedEvents();
  // Only a filter by more than time needs the keys. Otherwise they would be as many as the cases of the store.
  const keys = filter.terms.every(({ kind }) => kind === 'since' || kind === 'until') ? null : new Set<string>();
  let withheld = 0;
  for await (const event of exported.read(reader, { filter, to, limit: null }, signal)) {
    const shown = maskedEvent(event, mask);
    withheld += Number(shown.raw === null);
    await rows.add('events', eventCells(shown));
    const kind = eventClass(event);
    if (kind === 'localization' || kind === 'request') keys?.add(caseKeyOf(event));
    if (kind === 'request') for (const cells of resourceCells(shown)) await rows.add('resources', cells);
    if (exported.count % ROWS_PER_CALL === 0)
      onProgress({ events: exported.count, bytes: file.bytes, unreadable: exported.unreadableCount });
  }
  const isInSpan = (first: number, last: number): boolean => first <= span.to && last >= span.from;
  await cases.waitUntilCaughtUp(signal);
  for (let after: number | null = 0; after !== null;) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<Cases['histories']>> = await cases.histories({
      ...span,
      after,
      limit: CASES_PER_PAGE,
    });
    for (const one of page.cases) {
      if (keys?.has(one.summary.key) === false) continue;
      if (one.summary.kind === 'request') {
        await rows.add('requests', requestCells(one, mask));
        continue;
      }
      await rows.add('cases', caseCells(one, mask));
      for (const attempt of one.attempts.toReversed())
        if (isInSpan(attempt.from, attempt.to)) await rows.add('attempts', attemptCells(one, attempt, mask));
    }
    after = page.next;
  }
  const now = clock.now();
  for (const gap of (await reader.coverage(span)).gaps) await rows.add('gaps', gapCells(gap, span, now, mask));
  for await (const action of allActions(reader, signal))
    if (isInSpan(action.at, action.at)) await rows.add('actions', actionCells(action, mask));
  await rows.end();
  const files = await file.complete();
  return {
    ...(await aboutQuery({ reader, clock }, { ...request, at, mask })),
    format: request.format,
    schema: TABLES_VERSION,
    ...exported.about,
    withheld,
    tables: rows.written,
    bytes: file.bytes,
    files,
    cutCells: file.cutCells,
  };
}

/** Hands over rows in batches, so that not each one waits. */
class RowBatches {
  readonly written: Record<TableName, number> = recordOf(tableNames, () => 0);
  readonly #waiting: Record<TableName, TableCell[][]> = recordOf(tableNames, () => []);
  readonly #file: TableFile;

  constructor(file: TableFile) {
    this.#file = file;
  }

  async add(table: TableName, cells: TableCell[]): Promise<void> {
    this.written[table] += 1;
    const waiting = this.#waiting[table];
    waiting.push(cells);
    if (waiting.length >= ROWS_PER_CALL) await this.#flush(table);
  }

  async end(): Promise<void> {
    for (const table of tableNames) await this.#flush(table);
  }

  async #flush(table: TableName): Promise<void> {
    const rows = this.#waiting[table];
    this.#waiting[table] = [];
    await this.#file.add(table, rows);
  }
}
