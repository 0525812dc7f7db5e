/** Writes the events of one export, oldest first, then its description. Leaves no file if it ends early. */
import { coverageFigures, gapOverlapMs } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { StartEventsExport } from '../../../src-shared/api/exports.ts';
import type { ExportAbout } from '../../../src-shared/domain/event/event-export.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { ExportFile } from '../ports/export-files.ts';
import { type EventForm, eventForm, type LineOptions } from './event-lines.ts';
import { writeRows } from './export-rows.ts';
import { failedResourceForm } from './failed-resources.ts';
import { readableEvents, nullIfDamaged, type Unreadable } from './readable-events.ts';
import { writeAtomically } from './write-atomically.ts';

export interface ExportRequest
  extends LineOptions, Pick<StartEventsExport, 'filter' | 'at' | 'to' | 'format' | 'zone' | 'rows'> {
  readonly limit: number | null;
  readonly profile: string;
}

export interface ExportProgress {
  readonly events: number;
  readonly bytes: number;
  readonly unreadable: number;
}

interface ExportParts {
  readonly reader: EventReader;
  readonly file: ExportFile;
  readonly clock: Clock;
}

const MAX_UNREADABLE_LISTED = 1_000;

export function runExport(
  { reader, file, clock }: ExportParts,
  request: ExportRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportAbout> {
  const run = async (): Promise<ExportAbout> => {
    const filter = resolveTimes(request.filter, request.at);
    const write = <Row>(form: EventForm<Row>) =>
      writeEvents({ reader, file }, form, { ...request, filter }, onProgress, signal);
    const written = await (request.rows === 'events'
      ? write(eventForm(request))
      : write(failedResourceForm(request.mask)));
    return { ...(await aboutOf({ reader, clock }, request)), ...written, bytes: file.bytes, sha256: file.sha256() };
  };
  return writeAtomically(file, run, signal);
}

async function writeEvents<Row>(
  { reader, file }: Pick<ExportParts, 'reader' | 'file'>,
  form: EventForm<Row>,
  { filter, to, format, cells, limit, rows: name }: ExportRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<Pick<ExportAbout, WrittenDetail>> {
  const unreadable: Unreadable[] = [];
  let unreadableCount = 0;
  const onUnreadable = (what: Unreadable) => {
    unreadableCount += 1;
    if (unreadable.length < MAX_UNREADABLE_LISTED) unreadable.push(what);
  };
  let events = 0;
  let written = 0;
  let oldest: number | null = null;
  let newest: number | null = null;
  const { newestSeq } = await reader.extent();
  const query = { filter, to: Math.min(newestSeq, to ?? newestSeq), ...(limit !== null && { limit }) };
  async function* counted() {
    for await (const event of readableEvents(reader, query, onUnreadable, signal)) {
      signal.throwIfAborted();
      events += 1;
      // The wall clock may have been set between two events.
      oldest = Math.min(oldest ?? event.receivedAt, event.receivedAt);
      newest = Math.max(newest ?? event.receivedAt, event.receivedAt);
      const rows = form.rowsOf(event);
      written += rows.length;
      yield* rows;
    }
  }
  const rows = { format, cells, name, form, rows: counted() };
  const spreadsheet = await writeRows(file, rows, () =>
    onProgress({ events, bytes: file.bytes, unreadable: unreadableCount }),
  );
  return {
    events,
    rows: written,
    withheld: form.withheld(),
    oldest: iso(oldest),
    newest: iso(newest),
    unreadable,
    spreadsheet,
  };
}

type WrittenDetail = 'events' | 'rows' | 'withheld' | 'oldest' | 'newest' | 'unreadable' | 'spreadsheet';
type RequestDetails = Omit<ExportAbout, WrittenDetail | 'bytes' | 'sha256'>;

async function aboutOf(
  { reader, clock }: Pick<ExportParts, 'reader' | 'clock'>,
  request: ExportRequest,
): Promise<RequestDetails> {
  const { filter, at, limit, format, rows, mask, cells, zone, profile } = request;
  const now = clock.now();
  return {
    exportedAt: new Date(now).toISOString(),
    profile,
    query: printFilter(filter),
    queriedAt: new Date(at).toISOString(),
    limit,
    format,
    rowsOf: rows,
    masked: [...mask],
    cells: format === 'csv' ? cells : null,
    zone,
    coverage: await nullIfDamaged(coverageOf(reader, resolveTimes(filter, at), at, now)),
  };
}

async function coverageOf(reader: EventReader, filter: Filter, at: number, now: number) {
  const span = await spanOf(reader, filter, at);
  const coverage = await reader.coverage(span);
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    blindMs: coverageFigures(coverage, span, now, null).blindMs,
    gaps: coverage.gaps
      .filter((gap) => !isReconnect(gap, now))
      .map((gap) => ({
        from: new Date(gap.from).toISOString(),
        to: iso(gap.to),
        lengthMs: gapOverlapMs(gap, span, now),
        reason: gap.reason,
      })),
  };
}

/** Without a span in the filter: from the oldest stored event to the time of the query. */
async function spanOf(reader: EventReader, { terms }: Filter, at: number): Promise<{ from: number; to: number }> {
  const times = (kind: 'since' | 'until') =>
    terms.flatMap((term) => (term.kind === kind && term.time.kind === 'at' ? [term.time.at] : []));
  const since = times('since');
  const from = since.length > 0 ? Math.max(...since) : ((await reader.figures()).oldestAt ?? at);
  return { from, to: Math.max(from, Math.min(at, ...times('until'))) };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
