/** The jobs that run, and those that ended since the backend started. A job outlives its page, but not its watch. */
import { AppError, appError, errorDetailsSchema } from '../../../src-shared/api/errors.ts';
import type {
  ExportJob,
  StartEventsExport,
  StartExport,
  StartSearchExport,
  StartTablesExport,
} from '../../../src-shared/api/exports.ts';
import { type Filter, needsTexts, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { RowRate } from '../lib/row-rate.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { refuseExport } from '../policy/policy-rules.ts';
import type { Policy } from '../../../src-shared/api/policy/policy.ts';
import type { ExportFile, TableFile, TableFiles } from '../ports/export-files.ts';
import type { Subscriptions } from '../subscriptions/create-subscriptions.ts';
import { readCount } from '../timeline/tallies.ts';
import type { Cases } from '../cases/create-cases.ts';
import { type ExportProgress, runExport } from './export-run.ts';
import { runSearchExport } from './search-export-run.ts';
import { exportTables } from './tables/export-tables.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';

export interface ExportedWatch {
  readonly profile: { readonly name: string };
  readonly scanner: EventReader;
  readonly cases: Pick<Cases, 'histories' | 'waitUntilCaughtUp'>;
  reader(filter?: Filter): EventReader;
  readonly subscriptions: Pick<Subscriptions, 'subscribe' | 'load' | 'inventory' | 'viewWithFailures'>;
}

interface ExportJobPorts {
  readonly clock: Clock;
  readonly files: TableFiles;
  readonly policy: Policy;
  readonly newId: () => string;
  /** @throws AppError WATCH_CLOSED */
  readonly watchOf: (watch: WatchId) => ExportedWatch;
  readonly reportIncident: (error: unknown, path: string) => string;
}

type Written = Pick<ExportJob, 'rows' | 'bytes' | 'spreadsheet'>;
type ExportFailure = Extract<ExportJob['state'], { readonly kind: 'failed' }>['error'];

const PUBLISH_INTERVAL_MS = 250;
const MAX_ENDED_JOBS = 50;

class RunningExport {
  summary: ExportJob;
  rate: RowRate;
  readonly cancelling = new AbortController();
  ended: Promise<void> = Promise.resolve();

  constructor(summary: ExportJob, clock: Clock) {
    this.summary = summary;
    this.rate = new RowRate(clock);
  }
}

interface BegunExport {
  readonly file: Pick<ExportFile, 'path' | 'fileName' | 'discard'>;
  readonly write: (job: RunningExport, watch: ExportedWatch) => Promise<Written>;
}

export function createExportJobs(ports: ExportJobPorts) {
  const { clock, files, policy, newId, watchOf, reportIncident } = ports;
  const changes = new ChangeSignal();
  const stopping = new AbortController();
  const jobs = new Map<string, RunningExport>();

  function update(job: RunningExport, part: Partial<ExportJob>): void {
    job.summary = { ...job.summary, ...part };
    changes.notify();
  }

  async function count(job: RunningExport, watch: ExportedWatch, filter: Filter, to: number | null): Promise<void> {
    const query = { filter, after: 0, to: to ?? Number.MAX_SAFE_INTEGER };
    try {
      const { signal } = job.cancelling;
      const { value } = await readCount(watch.reader(filter), query, { signal, maxBatches: Infinity });
      if (job.summary.state.kind === 'running') update(job, { total: value });
    } catch {
      // The total is only displayed. If counting fails, the export fails, too.
    }
  }

  /** Counting would read the same texts that are written. */
  function countEvents(job: RunningExport, watch: ExportedWatch, what: StartEventsExport | StartTablesExport): void {
    if (!needsTexts(what.filter)) void count(job, watch, resolveTimes(what.filter, what.at), what.to);
  }

  const progressOf =
    (job: RunningExport) =>
    ({ events: rows, ...progress }: ExportProgress): void =>
      update(job, { ...progress, rows, rowsPerSecond: job.rate.after(rows) });

  async function writeTables(
    job: RunningExport,
    watch: ExportedWatch,
    file: TableFile,
    what: StartTablesExport,
  ): Promise<Written> {
    countEvents(job, watch, what);
    const { scanner: reader, cases, profile } = watch;
    const request = { ...what, profile: profile.name };
    const about = await exportTables({ reader, cases, file, clock }, request, progressOf(job), job.cancelling.signal);
    const { events: rows, bytes, cutCells } = about;
    return { rows, bytes, spreadsheet: what.format === 'xlsx' ? { cutCells, sheets: 1, hiddenRows: 0 } : null };
  }

  async function writeEvents(
    job: RunningExport,
    watch: ExportedWatch,
    file: ExportFile,
    what: StartEventsExport,
  ): Promise<Written> {
    countEvents(job, watch, what);
    const request = { ...what, fields: null, limit: null, profile: watch.profile.name };
    const {
      rows: written,
      bytes,
      spreadsheet,
    } = await runExport({ reader: watch.scanner, file, clock }, request, progressOf(job), job.cancelling.signal);
    return { rows: written, bytes, spreadsheet };
  }

  function writeSearch(
    job: RunningExport,
    watch: ExportedWatch,
    file: ExportFile,
    what: StartSearchExport,
  ): Promise<Written> {
    const { subscriptions, profile } = watch;
    const onProgress = (progress: Pick<ExportJob, 'rows' | 'total' | 'loaded' | 'bytes'>): void => {
      // Loading and writing have separate rates. Rows that were loaded before the export do not count.
      if ((progress.loaded === null) !== (job.summary.loaded === null))
        job.rate = new RowRate(clock, progress.loaded ?? 0);
      update(job, { ...progress, rowsPerSecond: job.rate.after(progress.loaded ?? progress.rows) });
    };
    const request = { ...what, profile: profile.name };
    return runSearchExport({ subscriptions, file, clock }, request, onProgress, job.cancelling.signal);
  }

  async function begin(what: StartExport): Promise<BegunExport> {
    if (what.of === 'tables') {
      const file = await files.createTables(what.fileName, what.format);
      return { file, write: (job, watch) => writeTables(job, watch, file, what) };
    }
    const file = await files.create(what.fileName);
    const write: BegunExport['write'] = (job, watch) =>
      what.of === 'events' ? writeEvents(job, watch, file, what) : writeSearch(job, watch, file, what);
    return { file, write };
  }

  async function run(job: RunningExport, watch: ExportedWatch, { write }: BegunExport): Promise<void> {
    try {
      const { rows, bytes, spreadsheet } = await write(job, watch);
      end(job, { state: { kind: 'done' }, rows, total: rows, bytes, spreadsheet });
    } catch (error) {
      const { aborted } = job.cancelling.signal;
      end(job, { state: aborted ? { kind: 'cancelled' } : { kind: 'failed', error: failureOf(error) } });
    }
  }

  function end(job: RunningExport, part: Partial<ExportJob>): void {
    update(job, { ...part, endedAt: clock.now(), loaded: null, rowsPerSecond: 0 });
    const ended = [...jobs.values()].filter(({ summary }) => summary.state.kind !== 'running');
    for (const { summary } of ended.slice(0, -MAX_ENDED_JOBS)) jobs.delete(summary.id);
  }

  function failureOf(error: unknown): ExportFailure {
    if (error instanceof AppError) return { code: error.data.code, facts: errorDetailsSchema.parse(error.data.facts) };
    return { code: 'INTERNAL', facts: { incident: reportIncident(error, 'export') } };
  }

  async function cancel(job: RunningExport): Promise<void> {
    job.cancelling.abort(new Error('the export was cancelled'));
    await job.ended;
  }

  const present = (id: string): RunningExport => {
    const job = jobs.get(id);
    if (job === undefined) throw appError('NO_EXPORT', { id });
    return job;
  };

  return {
    subscribe(signal: AbortSignal | undefined): StateFeed<ExportJob[]> {
      const read = () => [...jobs.values()].map(({ summary }) => summary).toReversed();
      const ends = eitherSignal(signal, stopping.signal);
      return stateFeed({ clock, changes: () => [changes], read, minIntervalMs: PUBLISH_INTERVAL_MS }, ends);
    },
    /** @throws AppError WATCH_CLOSED, EXPORT_FAILED, MANAGED, POLICY_DAMAGED */
    async start(what: StartExport): Promise<{ id: string }> {
      refuseExport(policy, what.mask);
      const watch = watchOf(what.watch);
      const begun = await begin(what);
      const { file } = begun;
      try {
        // The watch may have been closed while the file was created.
        watchOf(what.watch);
      } catch (error) {
        await file.discard();
        throw error;
      }
      const id = newId();
      const { path, fileName } = file;
      const job = new RunningExport(
        {
          id,
          of: what.of === 'events' ? what.rows : what.of,
          watch: what.watch,
          fileName,
          path,
          href: files.hrefOf(fileName),
          state: { kind: 'running' },
          rows: 0,
          total: null,
          loaded: null,
          bytes: 0,
          unreadable: 0,
          spreadsheet: null,
          startedAt: clock.now(),
          endedAt: null,
          rowsPerSecond: 0,
        },
        clock,
      );
      jobs.set(id, job);
      changes.notify();
      job.ended = run(job, watch, begun);
      return { id };
    },
    /** Resolves when the file is removed. A job that has ended stays as it is. @throws AppError NO_EXPORT */
    cancel: async (id: string): Promise<void> => cancel(present(id)),
    /** The file stays. @throws AppError NO_EXPORT */
    async forget(id: string): Promise<void> {
      if (present(id).summary.state.kind === 'running') return;
      jobs.delete(id);
      changes.notify();
    },
    /** Cancels the jobs of a watch. Resolves when their files are removed. */
    async close(watch: WatchId): Promise<void> {
      await Promise.all([...jobs.values()].filter(({ summary }) => summary.watch === watch).map((job) => cancel(job)));
    },
    stop: (): void => stopping.abort(new Error('the backend was stopped')),
  };
}
