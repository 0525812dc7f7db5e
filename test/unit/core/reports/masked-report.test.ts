import { expect, test } from 'vitest';
import { appRouter } from '../../../../src-main/core/api/router.ts';
import type { Reports } from '../../../../src-main/core/reports/create-reports.ts';
import { maskedReport } from '../../../../src-main/core/reports/masked-report.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import type { ShiftReport } from '../../../../src-shared/api/reports.ts';
import { anIncident } from '../../../doubles/status-pages.ts';
import { memoryBackend, ONLY_WATCH } from '../../../doubles/memory-backend.ts';
import { aShiftReport, NO_RESOURCES } from '../../../doubles/shift-report.ts';

const cause = { code: '240079900212345', type: 'DCP_ERROR', operation: 'ENABLED' };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that hold texts of others
const report = {
  profile: 'Acme',
  from: Date.UTC(2026, 10, 21, 6),
  localizations: [
    { cause },
    { cause: { ...cause, code: 'Refused for Nordwind GmbH' } },
    { cause: { ...cause, code: '70', type: '46709002765' } },
  ],
  handOver: [{ note: { text: 'Called +46 70-900 27 65 of 8946040000000001234 on 2026-11-21 14:12' } }],
} as unknown as ShiftReport;

test('[EXPORT-5] masks subscriber numbers in notes and codes of a report, and leaves the subject of the report unmasked', () => {
  expect(maskedReport(report, DEFAULT_MASKED_FIELDS)).toMatchObject({
    profile: 'Acme',
    from: report.from,
    localizations: [
      { cause: { code: '********', type: 'DCP_ERROR', operation: 'ENABLED' } },
      { cause: { code: 'Refused for ********' } },
      { cause: { code: '70', type: '********' } },
    ],
    handOver: [{ note: { text: 'Called +******** of 8946040000000001234 on 2026-11-21 14:12' } }],
  });
  expect(maskedReport(report, ['iccid'])).toMatchObject({
    handOver: [{ note: { text: expect.stringContaining('of ******** on') as string } }],
  });
  expect(maskedReport(report, [])).toEqual(report);
  const statusPage = { incidents: [anIncident(0, { title: 'Call +46 70-900 27 65' })] } as unknown as NonNullable<
    ShiftReport['statusPage']
  >;
  expect(maskedReport({ ...report, statusPage }, DEFAULT_MASKED_FIELDS).statusPage?.incidents[0]).toMatchObject({
    title: 'Call +********',
    end: { kind: 'ongoing' },
  });
});

test('[EXPORT-5] returns the report to read and the masked report to print', async () => {
  const query = { from: 0, to: 28_800_000, zone: 'UTC', by: '' };
  const handOver = [
    {
      cause: { kind: 'localization', operation: 'ENABLED', type: null, code: null },
      consequence: 'unusable',
      open: 1,
      nobodys: 1,
      countries: [],
      ...NO_RESOURCES,
      owner: null,
      note: { text: 'Called +46709002765', author: { id: 'i', name: 'Ines' }, at: 1 },
      ticket: null,
      isMuted: false,
      shift: null,
    },
  ] satisfies ShiftReport['handOver'];
  const fullReport = aShiftReport({ watch: ONLY_WATCH, ...query }, { handOver });
  const notCalled = () => Promise.reject(new Error('not called'));
  const reports: Reports = { report: async () => fullReport, listCases: notCalled, text: notCalled };
  const { backend, watch } = memoryBackend();
  Object.assign(watch, { reports });
  const response = await appRouter
    .createCaller({ backend, connection: { feeds: 0 } })
    .reports.report({ watch: ONLY_WATCH, ...query });
  expect([response.report, response.masked]).toEqual([fullReport, maskedReport(fullReport, DEFAULT_MASKED_FIELDS)]);
  expect([response.report, response.masked].map(({ handOver: [line] }) => line?.note?.text)).toEqual([
    'Called +46709002765',
    'Called +********',
  ]);
});
