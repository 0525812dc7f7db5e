/** Makes shift reports: a completely watched span without events by default. */
import type { CauseLine, ReportQuery, ShiftReport } from '../../src-shared/api/reports.ts';
import { type Cause, causeKey, consequenceOf } from '../../src-shared/domain/cases/case-keys.ts';

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
    storms: [],
    requestOutcomes: [],
    openRequests: [],
    moreOpenRequests: 0,
    actions: [],
    moreActions: 0,
    holdings: [],
    handOver: [],
    ...part,
  };
}

/** Makes the line of a failure of which no case was counted. */
export function aCauseLine(cause: Cause, part: Partial<CauseLine> = {}): CauseLine {
  const counts = { before: 0, opened: 0, endedWell: 0, done: 0, moved: 0, open: 0 };
  const consequence = consequenceOf(cause, 'failed');
  return { key: causeKey(cause), cause, consequence, countries: [], ...NO_RESOURCES, ...counts, ...part };
}
