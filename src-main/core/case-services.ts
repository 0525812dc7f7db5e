import { createBackTest } from './alarms/back-test/back-test.ts';
import type { ExportFiles } from './ports/export-files.ts';
import { createQuality, type QualityParts } from './quality/create-quality.ts';
import { createReports, type ReportParts } from './reports/create-reports.ts';
import { createServiceReports } from './reports/create-service-reports.ts';
import { createSupportPacks } from './support-packs/create-support-packs.ts';
import { type CasesParts, createCases } from './cases/create-cases.ts';

export type CaseServices = ReturnType<typeof createCaseServices>;

export function createCaseServices(
  parts: CasesParts &
    Pick<QualityParts, 'profile'> &
    Pick<ReportParts, 'label' | 'liveUntil' | 'memberName'> & { readonly exportFiles: ExportFiles },
) {
  const { profile, scanner, clock, label, liveUntil, memberName, exportFiles } = parts;
  const cases = createCases(parts);
  const common = { cases, projection: cases.projection, scanner, clock, label, liveUntil };
  return {
    cases,
    reports: createReports({ ...common, ...(memberName && { memberName }) }),
    quality: createQuality({ ...common, profile }),
    backTest: createBackTest({ ...common, profile }),
    serviceReports: createServiceReports({ ...parts, ...common }),
    packs: createSupportPacks({ ...common, files: exportFiles }),
  };
}
