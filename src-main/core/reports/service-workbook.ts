/** Prints a service report as an .xlsx. Numbers can be calculated with; every other cell is text. */
import type { ServiceReport } from '../../../src-shared/api/quality/service-report.ts';
import { authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { WHOLE } from '../../../src-shared/domain/quality/divided-time.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { sheetCell } from '../../../src-shared/lib/sheet-cells.ts';
import { type Sheet, sheetsBytes } from '../../../src-shared/lib/workbook.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import {
  caseTimeNames,
  faultNames,
  serviceSpanWords,
  targetNames,
} from '../../../src-shared/words/quality/service-report-blocks.ts';
import { incompleteReportWords } from '../../../src-shared/words/report-words.ts';
import { zonedWords } from '../../../src-shared/words/zoned-time-words.ts';

const SHARE = '0.00%';
const COUNT = '#,##0';
const LENGTH = '[h]:mm:ss';

export function serviceWorkbook(report: ServiceReport): Promise<Uint8Array> {
  return sheetsBytes(
    [timeSheet(report), targetSheet(report), attemptSheet(report), caseSheet(report), gapSheet(report)],
    report.to,
  );
}

function timeSheet(report: ServiceReport): Sheet {
  const { time, watched, uncountedMs, profile, domain, practice } = report;
  const incomplete = incompleteReportWords(report);
  return {
    name: 'Time',
    columns: [column('What', 44), column('Share', 10, SHARE), column('Time', 14, LENGTH), column('On', 24)],
    rows: [
      ['Good', time.good / WHOLE, days(time.goodMs), null],
      ['Bad', time.bad / WHOLE, days(time.badMs), null],
      ['Not watched', time.notWatched / WHOLE, days(time.notWatchedMs), null],
      ...watched.notWatched.map(({ reason, fault, ms }) => [gapReasonWords[reason], null, days(ms), faultNames[fault]]),
      ['Nothing is stored', null, days(watched.unknownMs), 'not known'],
      ['Watched, but not counted', null, days(uncountedMs), faultNames.own],
      [serviceSpanWords(report), null, null, null],
      [[profile, ...(domain === null ? [] : [domain]), ...(practice ? ['PRACTICE'] : [])].join(', '), null, null, null],
      ...(incomplete === null ? [] : [[incomplete, null, null, null]]),
    ].map((row) => row.map((cell) => (typeof cell === 'string' ? sheetCell(cell) : cell))),
  };
}

/** `taken` has lengths, the others shares and counts: a column has one format, so lengths are in minutes here. */
function targetSheet({ results }: ServiceReport): Sheet {
  const minutes = (id: string, value: number | null) => (value === null || id !== 'taken' ? value : value / 60_000);
  const budget = (id: string, value: number | null) => (id === 'watched' && value !== null ? value / 60_000 : value);
  return {
    name: 'Targets',
    columns: [
      column('Target', 30),
      column('Value', 12, '0.####'),
      column('Reached', 12, '0.####'),
      column('Unit', 12),
      column('State', 12),
      column('Allowed', 12, '0.##'),
      column('Spent', 12, '0.##'),
      column('Left', 12, '0.##'),
      column('Budget in', 12),
      column('Reason', 50),
      column('By', 20),
    ],
    rows: results.map(({ id, target, actual, state, budget: { allowed, spent, left }, reason }) => [
      targetNames[id],
      minutes(id, target),
      minutes(id, actual),
      id === 'taken' ? 'minutes' : 'share of 1',
      state === 'not-known' ? 'too few to say' : state,
      budget(id, allowed),
      budget(id, spent),
      budget(id, left),
      id === 'watched' ? 'minutes' : id === 'taken' ? 'cases' : 'attempts',
      ...written(reason),
    ]),
  };
}

function attemptSheet({ attempts }: ServiceReport): Sheet {
  const counts = ['Succeeded', 'Partly failed', 'Failed', 'Unknown', 'Open'].map((title) => column(title, 14, COUNT));
  const shares = ['Rate', 'Low (95 %)', 'High (95 %)'].map((title) => column(title, 12, SHARE));
  return {
    name: 'Attempts',
    columns: [column('Kind', 20), ...shares, ...counts],
    rows: attempts.map(({ kind, rate, endings: { succeeded, partial, failed, unknown, open } }) => [
      kind === 'localization' ? 'Localizations' : 'Change requests',
      ...(rate.kind === 'rate' ? [rate.rate, rate.low, rate.high] : [null, null, null]),
      succeeded,
      partial,
      failed,
      unknown,
      open,
    ]),
  };
}

function caseSheet({ cases }: ServiceReport): Sheet {
  return {
    name: 'Cases',
    columns: [
      column('What', 28),
      column('Half within', 14, LENGTH),
      column('9 of 10 within', 14, LENGTH),
      column('Cases', 12, COUNT),
      column('Not over', 12, COUNT),
    ],
    rows: (['taken', 'ended', 'waiting'] as const).map((name) => {
      const times = cases[name];
      const points = times.kind === 'times' ? [times.medianMs, times.p90Ms] : [null, null];
      return [caseTimeNames[name], ...points.map((ms) => (ms === null ? null : days(ms))), times.cases, times.open];
    }),
  };
}

function gapSheet({ gaps, zone }: ServiceReport): Sheet {
  const words = zonedWords(zone);
  const when = (at: number) => `${words.day(at)} ${words.clock(at)} ${words.zone(at)}`;
  return {
    name: 'Gaps',
    columns: [
      column('From', 26),
      column('To', 26),
      column('Time', 14, LENGTH),
      column('Cause', 40),
      column('On', 24),
      column('Reason', 50),
      column('By', 20),
    ],
    rows: gaps.map(({ from, to, lengthMs, reason, fault, written: of }) => [
      when(from),
      when(to),
      days(lengthMs),
      gapReasonWords[reason],
      faultNames[fault],
      ...written(of),
    ]),
  };
}

function written(reason: ServiceReport['gaps'][number]['written']): (string | null)[] {
  return reason === null ? [null, null] : [sheetCell(reason.text), authorWords(reason.author)];
}

/** A spreadsheet counts time in days. */
function days(ms: number): number {
  return ms / DAY_MS;
}

function column(title: string, width: number, format?: string): Sheet['columns'][number] {
  return format === undefined ? { title, width } : { title, width, format };
}
