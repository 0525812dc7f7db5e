/** Makes shift reports: a completely watched span without events by default. */
import type { ReportQuery, ShiftReport } from '../../src-shared/api/reports.ts';

export const NO_RESOURCES = { failedResources: 0, resources: 0 };

export function aShiftReport({ from, to, zone, by }: ReportQuery, part: Partial<ShiftReport> = {}): ShiftReport {
  return {
    profile: 'Acme Europe',
    domain: 'acme:eu',
    practice: false,
    from,
    to,
    zone,
    madeAt: to,
    by,
    behind: 0,
    coverage: { watchedMs: to - from, blindMs: 0, reconnectMs: 0, unknownMs: 0, gaps: [], reconnects: 0 },
    localizations: [],
    requests: [],
    requestOutcomes: [],
    openRequests: [],
    moreOpenRequests: 0,
    deeds: [],
    moreDeeds: 0,
    handOver: [],
    ...part,
  };
}
