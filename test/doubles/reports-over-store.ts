/** Shift reports over a case projection in SQLite. All times of tests are minutes after the start. */
import { createReports, type ReportParts } from '../../src-main/core/reports/create-reports.ts';
import { caseKey, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { ReportCases } from '../../src-shared/domain/report-cases.ts';
import { casesOverStore } from './cases-over-store.ts';
import { allocationFailure } from './case-states.ts';

const MINUTE = 60_000;

export const ALLOCATION = causeKey(allocationFailure);
export const eidCase = (name: string) => caseKey({ kind: 'eid', eid: name });

interface ReportChanges {
  readonly projection?: Partial<ReportParts['projection']>;
  readonly waitUntilCaughtUp?: ReportParts['cases']['waitUntilCaughtUp'];
}

export async function reportsOverStore({ projection: changed, ...waits }: ReportChanges = {}) {
  const followed = await casesOverStore();
  const { clock, store } = followed;
  const { cases } = followed.run();
  const { projection } = cases;
  const start = clock.now();
  const reports = createReports({
    cases: { ...cases, ...waits },
    projection: {
      position: () => projection.position(),
      stays: (query) => projection.stays(query),
      cases: (keys) => projection.cases(keys),
      attempts: (key, limit) => projection.attempts(key, limit),
      requestOutcomes: (span) => projection.requestOutcomes(span),
      requestsWithOutcome: (query) => projection.requestsWithOutcome(query),
      ...changed,
    },
    scanner: store.scanner,
    clock,
    label: () => ({ profile: 'Acme Europe', domain: 'acme:eu', practice: false }),
    liveUntil: () => clock.now(),
  });
  return {
    ...followed,
    cases,
    /** UTC epoch ms. */
    at: (minutes: number) => start + minutes * MINUTE,
    later: (minutes: number) => clock.advance(minutes * MINUTE),
    listCases: (from: number, to: number, counted: ReportCases) =>
      reports.listCases({ from: start + from * MINUTE, to: start + to * MINUTE, ...counted }),
    report: (from: number, to: number) =>
      reports.report({ from: start + from * MINUTE, to: start + to * MINUTE, zone: 'UTC', by: 'Mara Okafor' }),
  };
}
