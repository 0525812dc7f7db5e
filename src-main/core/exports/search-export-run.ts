/**
 * Writes the rows of a search in the order of the view. If the complete search is awaited, writing begins after the
 * last row, because a row that comes again may be newer. Leaves no file if it ends early.
 */
import type { SearchSummary } from '../../../src-shared/api/searches.ts';
import type { ExportJob, StartSearchExport } from '../../../src-shared/api/exports.ts';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { SearchExportAbout } from '../../../src-shared/domain/search-export.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExportFile } from '../ports/export-files.ts';
import { itemBatches } from '../subscriptions/item-batches.ts';
import type { Subscriptions } from '../subscriptions/create-subscriptions.ts';
import { writeRows } from './export-rows.ts';
import { itemForm } from './item-form.ts';
import { maskedItem } from './masking.ts';
import { loadStep } from './load-step.ts';
import { writeAtomically } from './write-atomically.ts';

interface SearchExportParts {
  readonly subscriptions: Pick<Subscriptions, 'subscribe' | 'load' | 'inventory' | 'viewWithFailures'>;
  readonly file: ExportFile;
  readonly clock: Clock;
}

export interface SearchExportRequest extends Omit<StartSearchExport, 'of' | 'watch'> {
  readonly profile: string;
}
type OnProgress = (progress: Pick<ExportJob, 'rows' | 'total' | 'loaded' | 'bytes'>) => void;

const MAX_EARLIER_ROWS_LISTED = 1_000;

/** @throws AppError EXPORT_FAILED, NO_SEARCH, STORE_…, or the error of the load; the signal's reason */
export function runSearchExport(
  parts: SearchExportParts,
  request: SearchExportRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<SearchExportAbout> {
  return writeAtomically(parts.file, () => writeSearch(parts, request, onProgress, signal), signal);
}

async function writeSearch(
  { subscriptions, file, clock }: SearchExportParts,
  request: SearchExportRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<SearchExportAbout> {
  const { id, view, awaitsAll, format, cells, mask, profile } = request;
  const search = await presentSearch({ subscriptions, file }, request, onProgress, signal);
  const seen = request.columns ?? (await subscriptions.inventory.reader.fields(id)).map(({ name }) => name);
  const columns = format === 'jsonl' ? null : [...seen];
  const upTo = awaitsAll ? search.rows : view.upTo;
  const form = itemForm(columns ?? []);
  const earlier: number[] = [];
  let rows = 0;
  const stored = await subscriptions.viewWithFailures(id, { ...view, upTo });
  async function* masked() {
    for await (const items of itemBatches(subscriptions.inventory.scanner, { id, view: stored }, signal))
      for (const { raw, isEarlier } of items) {
        signal.throwIfAborted();
        rows += 1;
        if (isEarlier && earlier.length < MAX_EARLIER_ROWS_LISTED) earlier.push(rows);
        yield maskedItem(raw, mask);
      }
  }
  const spreadsheet = await writeRows(file, { format, cells, name: 'subscriptions', form, rows: masked() }, () => {
    const total = view.find === '' ? Math.max(rows, Math.min(upTo, search.rows)) : null;
    onProgress({ rows, total, loaded: null, bytes: file.bytes });
  });
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    profile,
    search: describeSearch(search, clock.now()),
    find: view.find,
    sort: view.sort,
    format,
    columns,
    valuesWithoutColumn: request.columns === null ? form.withoutColumn() : 0,
    itemsShortened: form.shortened(),
    masked: [...mask],
    cells: format === 'csv' ? cells : null,
    spreadsheet,
    rows,
    bytes: file.bytes,
    sha256: file.sha256(),
    ofEarlierPasses: earlier,
  };
}

async function presentSearch(
  { subscriptions, file }: Pick<SearchExportParts, 'subscriptions' | 'file'>,
  { id, awaitsAll }: SearchExportRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<SearchSummary> {
  let hasRequested = false;
  for await (const { state } of subscriptions.subscribe(signal)) {
    const search = state.searches.find((one) => one.id === id);
    if (search === undefined) throw appError('NO_SEARCH', { id });
    if (!awaitsAll) return search;
    const step = loadStep(search.state, hasRequested);
    switch (step.kind) {
      case 'whole':
        return search;
      case 'wait':
        break;
      case 'load':
        hasRequested = true;
        await subscriptions.load(id, 'go');
        break;
      case 'failed':
        throw new AppError(step.error);
      case 'given-up':
        throw appError('EXPORT_FAILED', { path: file.path, problem: 'not-loaded' });
      default:
        assertNever(step);
    }
    // Another client started the load. The export waits for it from here on.
    hasRequested ||= search.state.kind === 'loading';
    onProgress({ rows: 0, total: search.totalHits, loaded: search.rows, bytes: 0 });
  }
  signal.throwIfAborted();
  throw appError('EXPORT_FAILED', { path: file.path, problem: 'not-loaded' });
}

function describeSearch(search: SearchSummary, now: number): SearchExportAbout['search'] {
  const { id, body, begunAt, askedAt, state, totalHits, firstTotalHits, rows, pages, passes } = search;
  const { doubled, notSeenAgain, withoutId } = search;
  const end = state.kind === 'ended' ? state.by : state.kind === 'stored' ? state.end : null;
  return {
    id,
    body,
    begunAt: new Date(begunAt).toISOString(),
    answeredAt: askedAt === null ? null : new Date(askedAt).toISOString(),
    ageMs: askedAt === null ? null : Math.max(0, now - askedAt),
    isWhole: end !== null,
    end,
    totalHits,
    firstTotalHits,
    rows,
    pages,
    passes,
    doubled,
    notSeenAgain,
    withoutId,
  };
}
