import type { CauseKey, ConsequenceKind } from './cases/case-keys.ts';
import { type Outcome, outcomes } from './event/outcomes.ts';
import { type GroupResources, requestGroupOutcome } from './event/request-group.ts';

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

/** Outcome to mark the line with. A failure with an unknown code is still a failure. */
export function lineOutcome(line: GroupResources & { readonly consequence: ConsequenceKind }): Outcome {
  return requestGroupOutcome(line, line.consequence === 'partial' ? 'partial' : 'failed');
}

export function sum(lines: readonly Readonly<Record<ReportColumn, number>>[], id: ReportColumn): number {
  return lines.reduce((total, line) => total + line[id], 0);
}
