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
import { nullIfDamaged } from './readable-events.ts';
import { ExportedEvents } from './exported-events.ts';
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
  const exported = new ExportedEvents();
  let written = 0;
  async function* counted() {
    for await (const event of exported.read(reader, { filter, to, limit }, signal)) {
      const rows = form.rowsOf(event);
      written += rows.length;
      yield* rows;
    }
  }
  const rows = { format, cells, name, form, rows: counted() };
  const spreadsheet = await writeRows(file, rows, () =>
    onProgress({ events: exported.count, bytes: file.bytes, unreadable: exported.unreadableCount }),
  );
  return { ...exported.about, rows: written, withheld: form.withheld(), spreadsheet };
}

type WrittenDetail = 'events' | 'rows' | 'withheld' | 'oldest' | 'newest' | 'unreadable' | 'spreadsheet';
type RequestDetails = Omit<ExportAbout, WrittenDetail | 'bytes' | 'sha256'>;

async function aboutOf(
  { reader, clock }: Pick<ExportParts, 'reader' | 'clock'>,
  request: ExportRequest,
): Promise<RequestDetails> {
  const { limit, format, rows, cells } = request;
  return {
    ...(await aboutQuery({ reader, clock }, request)),
    limit,
    format,
    rowsOf: rows,
    cells: format === 'csv' ? cells : null,
  };
}

/** Describes what was requested, and the coverage of its span. */
export async function aboutQuery(
  { reader, clock }: Pick<ExportParts, 'reader' | 'clock'>,
  { filter, at, mask, zone, profile }: Pick<ExportRequest, 'filter' | 'at' | 'mask' | 'zone' | 'profile'>,
) {
  const now = clock.now();
  return {
    exportedAt: new Date(now).toISOString(),
    profile,
    query: printFilter(filter),
    queriedAt: new Date(at).toISOString(),
    masked: [...mask],
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
        to: gap.to === null ? null : new Date(gap.to).toISOString(),
        lengthMs: gapOverlapMs(gap, span, now),
        reason: gap.reason,
      })),
  };
}

/** UTC epoch ms. Without a span in the filter: from the oldest stored event to the time of the query. */
export async function spanOf(
  reader: EventReader,
  { terms }: Filter,
  at: number,
): Promise<{ from: number; to: number }> {
  const times = (kind: 'since' | 'until') =>
    terms.flatMap((term) => (term.kind === kind && term.time.kind === 'at' ? [term.time.at] : []));
  const since = times('since');
  const from = since.length > 0 ? Math.max(...since) : ((await reader.figures()).oldestAt ?? at);
  return { from, to: Math.max(from, Math.min(at, ...times('until'))) };
}
