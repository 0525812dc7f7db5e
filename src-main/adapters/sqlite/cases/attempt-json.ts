import type { AttemptState } from '../../../core/ports/case-projection.ts';
import { type PackedReports, packReports, unpackReports } from './case-row.ts';

export function serializeAttempt({ reports, ...attempt }: AttemptState): string {
  return JSON.stringify({ ...attempt, reports: packReports(reports) });
}

export function parseAttempt(text: string): AttemptState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of ours, made by `serializeAttempt`
  const { reports, ...attempt } = JSON.parse(text) as Omit<AttemptState, 'reports'> & { reports: PackedReports };
  return { ...attempt, reports: unpackReports(reports) };
}
