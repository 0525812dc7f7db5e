/**
 * Exports under way and those that ended in this run of the backend, of every watch. A job belongs to nobody who looks:
 * it goes on when the page is gone, and ends with its watch.
 */
import type { ExportJob, StartExport } from '../../../src-shared/api/exports.ts';

export interface ExportJobs {
  /** All of them at once, then after each change, at most four times a second. */
  follow(
    signal: AbortSignal | undefined,
  ): AsyncIterable<{ readonly revision: number; readonly jobs: readonly ExportJob[] }>;
  /** @throws AppError WATCH_CLOSED, EXPORT_FAILED */
  start(what: StartExport): Promise<{ id: string }>;
  /** Resolves when nothing is left of it; one that has ended stays as it is. @throws AppError NO_EXPORT */
  cancel(id: string): Promise<void>;
  /** Takes an ended one off the list; its file stays. @throws AppError NO_EXPORT */
  forget(id: string): Promise<void>;
}
