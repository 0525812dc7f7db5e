/** An attempt that was put aside, as text. */
import type { AttemptState } from '../../core/ports/case-book.ts';
import { type PackedReports, packedReports, reportsOf } from './case-columns.ts';

export function attemptText({ reports, ...attempt }: AttemptState): string {
  return JSON.stringify({ ...attempt, reports: packedReports(reports) });
}

export function attemptOf(text: string): AttemptState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `attemptText`
  const { reports, ...attempt } = JSON.parse(text) as Omit<AttemptState, 'reports'> & { reports: PackedReports };
  return { ...attempt, reports: reportsOf(reports) };
}
