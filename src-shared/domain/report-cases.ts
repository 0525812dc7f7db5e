/** The numbers of the shift report whose cases can be listed. Without zod, which the page does not have. */
import type { CauseKey } from './cases/case-keys.ts';

export const reportColumns = ['before', 'opened', 'endedWell', 'done', 'moved', 'open'] as const;
export type ReportColumn = (typeof reportColumns)[number];

export interface ReportCases {
  readonly column: ReportColumn;
  /** Key of one cause, or all localizations or requests. */
  readonly of: CauseKey | 'localization' | 'request';
}
