import { expect, test } from 'vitest';
import { maskedReport } from '../../../../src-main/core/reports/masked-report.ts';
import { USUALLY_MASKED } from '../../../../src-shared/domain/masked-fields.ts';
import type { ShiftReport } from '../../../../src-shared/api/reports.ts';

const cause = { code: '240079900212345', type: 'DCP_ERROR', operation: 'ENABLED' };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that hold texts of others
const report = {
  profile: 'Acme',
  from: Date.UTC(2026, 10, 21, 6),
  localizations: [{ cause }, { cause: { ...cause, code: 'Refused for Nordwind GmbH' } }],
  handOver: [{ note: { text: 'Called +46 70-900 27 65 of 8946040000000001234 on 2026-11-21 14:12' } }],
} as unknown as ShiftReport;

test('[REPORT-23] a report for others has no number of a subscriber, in a code neither; what it is about stays', () => {
  expect(maskedReport(report, USUALLY_MASKED)).toMatchObject({
    profile: 'Acme',
    from: report.from,
    localizations: [
      { cause: { code: '********', type: 'DCP_ERROR', operation: 'ENABLED' } },
      { cause: { code: 'Refused for ********' } },
    ],
    handOver: [{ note: { text: 'Called +******** of 8946040000000001234 on 2026-11-21 14:12' } }],
  });
  expect(maskedReport(report, ['iccid'])).toMatchObject({
    handOver: [{ note: { text: expect.stringContaining('of ******** on') as string } }],
  });
  expect(maskedReport(report, [])).toEqual(report);
});
