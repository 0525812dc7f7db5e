/** The shift report of one watch, as page and command line ask for it. */
import type { TextFile, ReportQuery, ReportTextQuery, ShiftReport } from '../../../src-shared/api/reports.ts';

export interface Reports {
  /** @throws AppError STORE_…, BAD_SPAN */
  report(query: Omit<ReportQuery, 'watch'>, signal?: AbortSignal): Promise<ShiftReport>;
  /** The same as a page to print, or as Markdown. */
  text(query: Omit<ReportTextQuery, 'watch'>, signal?: AbortSignal): Promise<TextFile>;
}
