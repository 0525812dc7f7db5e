import type { CauseKey } from './cases/case-keys.ts';
import { type Outcome, outcomes } from './event/outcomes.ts';

export const reportColumns = ['before', 'opened', 'endedWell', 'done', 'moved', 'open'] as const;
export type ReportColumn = (typeof reportColumns)[number];

export const listedColumns = [...reportColumns, ...outcomes] as const;

export interface ReportCases {
  /** An outcome: the requests whose last report in the span has it. Only with `of: 'request'`. */
  readonly column: ReportColumn | Outcome;
  readonly of: CauseKey | 'localization' | 'request';
}

export function isReportColumn(column: ReportCases['column']): column is ReportColumn {
  return reportColumns.some((each) => each === column);
}
