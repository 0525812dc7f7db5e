import type { TextFile, ReportQuery, ReportTextQuery, ShiftReport } from '../../../src-shared/api/reports.ts';

export interface Reports {
  /** @throws AppError STORE_…, BAD_SPAN */
  report(query: Omit<ReportQuery, 'watch'>, signal?: AbortSignal): Promise<ShiftReport>;
  /** Returns the report as an HTML page to print, or as Markdown. */
  text(query: Omit<ReportTextQuery, 'watch'>, signal?: AbortSignal): Promise<TextFile>;
}
