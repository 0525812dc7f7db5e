import type { ServiceReport } from '../../src-shared/api/quality/service-report.ts';
import { NO_ENDINGS } from '../../src-shared/domain/quality/ending.ts';
import { DEFAULT_TARGETS } from '../../src-shared/domain/report-action.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 9, 1);
const TO = Date.UTC(2026, 10, 1);
const NOT_WATCHED = 300 * MINUTE;
const BAD = 120 * MINUTE;

/** Makes the report of October 2026, UTC: two bad hours, a gap of five hours, and two missed targets. */
export function aServiceReport(part: Partial<ServiceReport> = {}): ServiceReport {
  const few = { kind: 'too-few', cases: 3, open: 1 } as const;
  const budget = (allowed: number, spent: number) => ({ allowed, spent, left: allowed - spent });
  const unknownBudget = { allowed: null, spent: 0, left: null };
  const gap = { from: FROM + 5 * 60 * MINUTE, to: FROM + 10 * 60 * MINUTE, lengthMs: NOT_WATCHED };
  return {
    format: 'watchfloor-service-report-1',
    profile: 'Acme Europe',
    domain: 'acme:eu',
    practice: false,
    from: FROM,
    to: TO,
    zone: 'UTC',
    behind: 0,
    time: {
      goodMs: TO - FROM - NOT_WATCHED - BAD,
      badMs: BAD,
      notWatchedMs: NOT_WATCHED,
      good: 9_906,
      bad: 27,
      notWatched: 67,
    },
    watched: {
      watchedMs: TO - FROM - NOT_WATCHED,
      reconnectMs: 0,
      notWatched: [{ reason: 'slept', fault: 'own', ms: NOT_WATCHED }],
      unknownMs: 0,
    },
    uncountedMs: 0,
    uncountedDays: 0,
    attempts: [
      {
        kind: 'localization',
        endings: { ...NO_ENDINGS, succeeded: 940, failed: 60 },
        rate: { kind: 'rate', hits: 940, of: 1_000, rate: 0.94, low: 0.923, high: 0.953 },
      },
      { kind: 'request', endings: NO_ENDINGS, rate: { kind: 'too-few', hits: 0, of: 0 } },
    ],
    badHours: [{ from: FROM + 20 * 60 * MINUTE, to: FROM + 22 * 60 * MINUTE }],
    cases: {
      taken: { kind: 'times', cases: 60, open: 4, medianMs: 6 * MINUTE, p90Ms: 14 * MINUTE },
      ended: { kind: 'times', cases: 60, open: 40, medianMs: null, p90Ms: null },
      waiting: few,
    },
    casesSince: null,
    targets: DEFAULT_TARGETS,
    results: [
      { id: 'localizations', target: 0.95, actual: 0.94, state: 'missed', budget: budget(50, 60), reason: null },
      { id: 'requests', target: 0.95, actual: null, state: 'not-known', budget: unknownBudget, reason: null },
      {
        id: 'watched',
        target: 0.995,
        actual: 1 - NOT_WATCHED / (TO - FROM),
        state: 'missed',
        budget: budget(0.005 * (TO - FROM), NOT_WATCHED),
        reason: { text: 'new laptop', author: { id: 'ines', name: 'Ines Duarte' }, at: TO },
      },
      { id: 'taken', target: 15 * MINUTE, actual: 14 * MINUTE, state: 'met', budget: budget(6, 4), reason: null },
    ],
    gaps: [{ ...gap, reason: 'slept', fault: 'own', written: null }],
    moreGaps: 0,
    statusPage: null,
    ...part,
  };
}
