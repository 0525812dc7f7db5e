import { describe, expect, it, test } from 'vitest';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import type { Cause } from '../../../src-shared/domain/cases/case-keys.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { lineOutcome } from '../../../src-shared/domain/report-cases.ts';
import { causeLineWords, headlineWords } from '../../../src-shared/words/report-words.ts';
import { withinSentence } from '../../../src-shared/words/within-sentence.ts';
import { reportHtml } from '../../../src-main/core/reports/report-html.ts';
import { reportMarkdown } from '../../../src-main/core/reports/report-markdown.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { aCauseLine, aShiftReport } from '../../doubles/shift-report.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 21, 6);
const TO = FROM + 8 * 60 * MINUTE;

test.each([
  ['Allocation failed', 'allocation failed'],
  ['Profile on the eUICC, unusable', 'profile on the eUICC, unusable'],
  ['Unknown step', 'unknown step'],
  [gapReasonWords.stopped, 'Watchfloor was closed'],
  ['HTTP 503', 'HTTP 503'],
  ['eUICC', 'eUICC'],
  ['', ''],
])('puts %j into a sentence as %j', (words, expected) => {
  expect(withinSentence(words)).toBe(expected);
});

test('[REPORT-5] does not report a span as watched without a gap if most of it is unknown', () => {
  const query = { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: '' };
  const coverage = { watchedMs: 31_000, blindMs: 0, reconnectMs: 0, gaps: [], reconnects: 0 };
  const report = aShiftReport(query, { coverage: { ...coverage, unknownMs: TO - FROM - 31_000 } });
  expect(headlineWords(report)).toBe('Nothing is open. Watched 31 s. No record of 7 h 59 m 29 s.');
  expect([reportHtml(report), reportMarkdown(report)].map((text) => text.includes('No gap'))).toEqual([false, false]);
  expect(headlineWords(aShiftReport(query))).toBe('Nothing is open. Watched without a gap.');
});

test('[PAGE-460] says what is not in a copy, and draws it as unknown', () => {
  const query = { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: '' };
  const half = (TO - FROM) / 2;
  const coverage = { watchedMs: half, blindMs: 0, reconnectMs: 0, unknownMs: half, gaps: [], reconnects: 0 };
  const report = aShiftReport(query, { coverage: { ...coverage, copyMadeAt: FROM + half } });
  expect(headlineWords(report)).toBe('Nothing is open. Watched 4 h. The rest is not in this copy.');
  expect(reportMarkdown(report)).toContain('**The other 4 h are not in this copy** (made about 10:00:00 UTC).');
  expect(reportHtml(report)).toContain('<i class="ok" style="left:0.000%;width:50.000%"></i>');
  const none = { ...coverage, watchedMs: 0, unknownMs: 2 * half, copyMadeAt: FROM - 1 };
  expect(headlineWords(aShiftReport(query, { coverage: none }))).toBe('Nothing is open. Not in this copy.');
});

test.each([
  ['partial', 18, 98, 'Package change: 18 of 98 resources failed, DCP_ERROR 73', 'partial'],
  ['partial', 0, 0, 'Package change partly failed, DCP_ERROR 73', 'partial'],
  ['partial', 0, 98, 'Package change partly failed, DCP_ERROR 73', 'partial'],
  ['refused', 98, 98, 'Package change: all 98 resources failed, DCP_ERROR 73', 'failed'],
  ['refused', 1, 1, 'Package change: its only resource failed, DCP_ERROR 73', 'failed'],
  ['refused', 0, 0, 'Package change failed, DCP_ERROR 73', 'failed'],
  ['refused', 3, 98, 'Package change: 3 of 98 resources failed, DCP_ERROR 73', 'partial'],
] as const)(
  '[REPORT-1] describes %s requests with %i of %i failed resources like their group: %s',
  (consequence, failedResources, resources, words, outcome) => {
    const cause: Cause = { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' };
    const line = { cause, consequence, failedResources, resources };
    expect([causeLineWords(line), lineOutcome(line)]).toEqual([words, outcome]);
    expect(words).toBe(`${failureGroupName({ ...line, outcome })}, DCP_ERROR 73`);
  },
);

describe('[REPORT-5] a report with many gaps names the longest three and counts the others', () => {
  const reportOf = (minutes: readonly number[]) => {
    const gaps = minutes.map((length, index) => {
      const from = FROM + index * 60 * MINUTE;
      return { from, to: from + length * MINUTE, lengthMs: length * MINUTE, reason: 'stopped' as const };
    });
    const blindMs = gaps.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
    return aShiftReport(
      { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: '' },
      { coverage: { watchedMs: TO - FROM - blindMs, blindMs, reconnectMs: 0, unknownMs: 0, gaps, reconnects: 0 } },
    );
  };
  it.each([
    [[5], ['06:00:00 5 m'], null],
    [[5, 4, 3], ['06:00:00 5 m', '07:00:00 4 m', '08:00:00 3 m'], null],
    [[1, 4, 2, 9], ['07:00:00 4 m', '08:00:00 2 m', '09:00:00 9 m'], 'And one shorter gap of 1 m.'],
    [[1, 4, 2, 9, 1, 7], ['07:00:00 4 m', '09:00:00 9 m', '11:00:00 7 m'], 'And 3 shorter gaps, 4 m in total.'],
  ])('for gaps of %j minutes', (minutes, expected, more) => {
    const markdown = reportMarkdown(reportOf(minutes));
    const gaps = [...markdown.matchAll(/- Gap \*\*(\d\d:\d\d:\d\d) [^,]*,\*\* (\d+ m),/g)];
    expect(gaps.map(([, when, length]) => `${when} ${length}`)).toEqual(expected);
    expect(/- (And .*)/.exec(markdown)?.[1] ?? null).toBe(more);
  });
});

test('[PAGE-97] a gap across a clock change names both zones, so that it does not seem to run backwards', () => {
  const from = Date.UTC(2026, 9, 24, 22);
  const query = { watch: watchIdSchema.parse('w'), from, to: from + 25 * 3_600_000, zone: 'Europe/Berlin', by: '' };
  const gap = { from: Date.UTC(2026, 9, 25, 0, 50), to: Date.UTC(2026, 9, 25, 1, 10), lengthMs: 20 * MINUTE };
  const report = aShiftReport(query);
  const gaps = [{ ...gap, reason: 'connection-lost' as const }];
  expect(reportMarkdown({ ...report, coverage: { ...report.coverage, gaps } })).toContain(
    'Gap **2026-10-25 02:50:00 CEST – 2026-10-25 02:10:00 CET,** 20 m',
  );
});

test('[REPORT-1] explains the column Moved below its table, if there is one', () => {
  const query = { watch: watchIdSchema.parse('w'), from: FROM, to: TO, zone: 'UTC', by: '' };
  const line = aCauseLine(
    { kind: 'localization', operation: 'ALLOCATED', type: null, code: 'A' },
    { before: 2, open: 2 },
  );
  const withMoved = (moved: number) =>
    reportMarkdown(aShiftReport(query, { localizations: [{ ...line, moved, open: 2 + moved }] }));
  expect(withMoved(-2)).toContain('Moved: cases that came from another cause, minus cases that are now listed under');
  expect(withMoved(0)).not.toContain('Moved');
});
