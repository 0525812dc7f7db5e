/** Builds the blocks of a service report, which the page, HTML and Markdown print. All texts are untrusted. */
import type { CaseTimes, ServiceReport, TargetResult } from '../../api/quality/service-report.ts';
import type { Author } from '../../domain/cases/action.ts';
import { authorNamer } from '../../domain/cases/author-name.ts';
import { WHOLE } from '../../domain/quality/divided-time.ts';
import type { GapFault } from '../../domain/quality/quality-schemas.ts';
import type { TargetId } from '../../domain/report-action.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { gapReasonWords } from '../gap-words.ts';
import { PROVIDER_WORDS, STATUS_PAGE_TITLE } from '../provider/incident-words.ts';
import { rateWords } from './rate-words.ts';
import {
  plain,
  remarkBlock,
  type ReportBlock,
  type ReportDocument,
  strong,
  type StyledText,
} from '../report-blocks.ts';
import { incompleteReportWords } from '../report-words.ts';
import { counted, numberText } from '../store-words.ts';
import { exactDurationText, zonedWords } from '../zoned-time-words.ts';

/** More are not read on paper; the file for spreadsheets and the JSON have all. */
const MAX_LISTED_GAPS = 30;
const MAX_LISTED_HOURS = 8;

export const faultNames: Readonly<Record<GapFault, string>> = {
  own: 'our side',
  'other-client': 'another client',
  way: 'service or the way to it',
};

export const targetNames: Readonly<Record<TargetId, string>> = {
  localizations: 'Localizations that succeed',
  requests: 'Change requests that succeed',
  watched: 'Time watched',
  taken: '9 of 10 cases taken',
};

export const caseTimeNames: Readonly<Record<keyof ServiceReport['cases'], string>> = {
  taken: 'Taken after',
  ended: 'Ended after',
  waiting: 'Waiting for the provider',
};

export function serviceDocument(report: ServiceReport): ReportDocument {
  const { practice, profile, domain } = report;
  const nameOf = authorNamer(
    [...report.results.map(({ reason }) => reason), ...report.gaps.map((gap) => gap.written)].map(
      (one) => one?.author ?? null,
    ),
  );
  return {
    headline: serviceHeadline(report),
    about: [serviceSpanWords(report), ...(practice ? ['PRACTICE'] : []), profile, ...(domain === null ? [] : [domain])],
    incomplete: incompleteReportWords(report),
    sections: [
      { title: 'Good, bad, not watched', blocks: timeBlocks(report) },
      { title: 'Targets', blocks: targetBlocks(report, nameOf) },
      { title: 'Localizations and change requests', blocks: attemptBlocks(report) },
      { title: 'Cases', blocks: caseBlocks(report) },
      { title: 'Gaps', blocks: gapBlocks(report, nameOf) },
      ...(report.statusPage === null
        ? []
        : [{ title: STATUS_PAGE_TITLE, blocks: statusPageBlocks(report.statusPage, report) }]),
    ],
  };
}

function serviceHeadline({ time, results }: ServiceReport): string {
  const missed = results.filter(({ state }) => state === 'missed').length;
  const parts = `${pointsText(time.good)} good, ${pointsText(time.bad)} bad, ${pointsText(time.notWatched)} not watched.`;
  return missed === 0 ? parts : `${parts} ${counted(missed, 'target')} missed.`;
}

/** "Thursday 1 October 2026 – Saturday 31 October 2026, Europe/Oslo" */
export function serviceSpanWords({ from, to, zone }: Pick<ServiceReport, 'from' | 'to' | 'zone'>): string {
  const words = zonedWords(zone);
  const [first, last] = [words.date(from), words.date(to - 1)];
  return `${first === last ? first : `${first} – ${last}`}, ${zone}`;
}

/** "98.53 %" of basis points. */
export function pointsText(points: number): string {
  return `${(points / (WHOLE / 100)).toFixed(2)} %`;
}

/** Rounds down, so that nothing that misses a target is printed as the target. */
function shareText(share: number): string {
  return `${Math.floor(share * WHOLE + 1e-6) / 100} %`;
}

function timeBlocks({ time, watched, uncountedMs, badHours, targets, zone }: ServiceReport): ReportBlock[] {
  const row = (name: string, points: number, ms: number) => [
    [strong(name)],
    [plain(pointsText(points))],
    [plain(exactDurationText(ms))],
  ];
  const reasons = [
    ...watched.notWatched.map(({ reason, fault, ms }) => [gapReasonWords[reason], faultNames[fault], ms] as const),
    ...(watched.unknownMs > 0 ? [['Nothing is stored', 'not known', watched.unknownMs] as const] : []),
    ...(uncountedMs > 0
      ? [['Watched, but the events were removed before they were counted', 'our side', uncountedMs] as const]
      : []),
  ];
  return [
    table(
      ['', 'Share', 'Time'],
      [1, 2],
      [
        row('Good', time.good, time.goodMs),
        row('Bad', time.bad, time.badMs),
        row('Not watched', time.notWatched, time.notWatchedMs),
      ],
    ),
    remarkBlock(
      `Bad: watched hours (UTC) in which at least 3 attempts of a kind failed, and more than chance explains if ${shareText(targets.success)} succeed. Good: all other watched time.`,
    ),
    ...(badHours.length === 0 ? [] : [remarkBlock(badHoursWords(badHours, zone))]),
    ...(reasons.length === 0
      ? []
      : [
          table(
            'Not watched because|On|Time'.split('|'),
            [2],
            reasons.map(([name, on, ms]) => [[plain(name)], [plain(on)], [plain(exactDurationText(ms))]]),
          ),
        ]),
  ];
}

function badHoursWords(hours: ServiceReport['badHours'], zone: string): string {
  const words = zonedWords(zone);
  const longest = hours
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, MAX_LISTED_HOURS);
  const shown = longest
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to }) => `${words.day(from)} ${words.minute(from)} – ${words.minute(to)}`);
  const more = hours.length - longest.length;
  return `Bad hours: ${shown.join(', ')}${more === 0 ? '' : ` and ${numberText(more)} more times`}.`;
}

function targetBlocks({ results }: ServiceReport, nameOf: (author: Author) => string): ReportBlock[] {
  const states = { met: 'met', missed: 'MISSED', 'not-known': 'too few to say' } as const;
  return [
    table(
      ['Target', 'Reached', '', 'Allowed', 'Spent', 'Left', 'Reason'],
      [3, 4, 5],
      results.map((result) => [
        [plain(targetWords(result))],
        [plain(reachedWords(result))],
        [result.state === 'missed' ? strong(states.missed) : plain(states[result.state])],
        ...(['allowed', 'spent', 'left'] as const).map((name) => [plain(budgetText(result, result.budget[name]))]),
        reasonText(result.reason, nameOf),
      ]),
    ),
    remarkBlock(
      'Allowed is the error budget: how many attempts may fail, how long may not be watched, how many cases may be taken later.',
    ),
  ];
}

/** "Time watched: 99.5 % or more" */
export function targetWords({ id, target }: Pick<TargetResult, 'id' | 'target'>): string {
  return `${targetNames[id]}${id === 'taken' ? ` within ${exactDurationText(target)}` : `: ${shareText(target)} or more`}`;
}

function reachedWords({ id, actual }: Pick<TargetResult, 'id' | 'actual'>): string {
  if (actual === null) return '–';
  return id === 'taken' ? `within ${exactDurationText(actual)}` : shareText(actual);
}

function budgetText({ id }: Pick<TargetResult, 'id'>, value: number | null): string {
  if (value === null) return '–';
  const sign = value < 0 ? '−' : '';
  return sign + (id === 'watched' ? exactDurationText(Math.abs(value)) : numberText(Math.abs(value)));
}

type Reason = TargetResult['reason'];

function reasonText(reason: Reason, nameOf: (author: Author) => string): StyledText {
  return reason === null ? [] : [plain(reason.text), { text: nameOf(reason.author), style: 'remark' }];
}

function attemptBlocks({ attempts, uncountedDays }: ServiceReport): ReportBlock[] {
  const columns = ['', 'Rate', 'Succeeded', 'Partly failed', 'Failed', 'Unknown', 'Open'];
  return [
    table(
      columns,
      [2, 3, 4, 5, 6],
      attempts.map(({ kind, endings, rate }) => [
        [plain(kind === 'localization' ? 'Localizations' : 'Change requests')],
        [plain(rateWords(rate))],
        ...(['succeeded', 'partial', 'failed', 'unknown', 'open'] as const).map((of) => [
          plain(numberText(endings[of])),
        ]),
      ]),
    ),
    ...(uncountedDays === 0
      ? []
      : [remarkBlock(`Events of ${counted(uncountedDays, 'day')} were removed before they were counted.`)]),
  ];
}

function caseBlocks({ cases, casesSince, zone }: ServiceReport): ReportBlock[] {
  const row = (name: string, times: CaseTimes) => [
    [plain(name)],
    [plain(pointWords(times, 'medianMs'))],
    [plain(pointWords(times, 'p90Ms'))],
    [plain(numberText(times.cases))],
    [plain(numberText(times.open))],
  ];
  return [
    table(
      ['', 'Half within', '9 of 10 within', 'Cases', 'Not over'],
      [3, 4],
      (['taken', 'ended', 'waiting'] as const).map((name) => row(caseTimeNames[name], cases[name])),
    ),
    remarkBlock(
      'Of the cases that opened in these days, as it was at their end. What was not over counts as at least that long.',
    ),
    ...(casesSince === null
      ? []
      : [remarkBlock(`Cases of the time before ${zonedWords(zone).day(casesSince)} may have been removed.`)]),
  ];
}

function pointWords(times: CaseTimes, point: 'medianMs' | 'p90Ms'): string {
  switch (times.kind) {
    case 'too-few':
      return 'too few to say';
    case 'times':
      return times[point] === null ? 'not reached' : exactDurationText(times[point]);
    default:
      return assertNever(times);
  }
}

function gapBlocks(report: ServiceReport, nameOf: (author: Author) => string): ReportBlock[] {
  const { gaps, moreGaps } = report;
  if (gaps.length === 0) return [remarkBlock('No gap.')];
  const listed = gaps
    .toSorted((one, other) => other.lengthMs - one.lengthMs)
    .filter(({ written }, at) => at < MAX_LISTED_GAPS || written !== null)
    .toSorted((one, other) => one.from - other.from);
  const more = gaps.length - listed.length + moreGaps;
  return [
    table(
      ['When', 'Time', 'Cause', 'On', 'Reason'],
      [1],
      listed.map((gap) => [
        [plain(gapSpanWords(gap, report.zone))],
        [plain(exactDurationText(gap.lengthMs))],
        [plain(gapReasonWords[gap.reason])],
        [plain(faultNames[gap.fault])],
        reasonText(gap.written, nameOf),
      ]),
    ),
    ...(more === 0 ? [] : [remarkBlock(`And ${counted(more, 'shorter gap')}.`)]),
  ];
}

function statusPageBlocks(
  page: NonNullable<ServiceReport['statusPage']>,
  { to, zone }: Pick<ServiceReport, 'to' | 'zone'>,
): ReportBlock[] {
  const { knownUntil, incidents } = page;
  const time = (at: number) => incidentMoment(at, zone);
  if (knownUntil === null) return [remarkBlock('Not known: the page has not answered.')];
  const known = knownUntil === to ? '' : ` Not known since ${time(knownUntil)}: the page did not answer.`;
  return [
    ...(incidents.length === 0
      ? [remarkBlock('It lists no incident of these days.')]
      : [
          table(
            ['From', 'Until', 'Incident', 'State', 'Newest words', 'Of'],
            [],
            incidents.map(({ from, end, title, state, words, updatedAt }) => [
              [plain(time(from))],
              [plain(end.kind === 'ended' ? time(end.at) : 'not known')],
              [plain(`“${title}”`)],
              state === null ? [] : [plain(`“${state}”`)],
              words === null ? [] : [plain(`“${words}”`)],
              [plain(time(updatedAt))],
            ]),
          ),
        ]),
    remarkBlock(`${PROVIDER_WORDS}.${known}`),
  ];
}

function incidentMoment(at: number, zone: string): string {
  const words = zonedWords(zone);
  return `${words.day(at)} ${words.clock(at)} ${words.zone(at)}`;
}

/** "2026-10-04 08:00:00 – 08:12:40 CEST" */
export function gapSpanWords({ from, to }: { readonly from: number; readonly to: number }, zone: string): string {
  const words = zonedWords(zone);
  const start = words.zone(from) === words.zone(to) ? '' : ` ${words.zone(from)}`;
  const day = words.day(from) === words.day(to) ? '' : `${words.day(to)} `;
  return `${words.day(from)} ${words.clock(from)}${start} – ${day}${words.clock(to)} ${words.zone(to)}`;
}

function table(
  columns: readonly string[],
  numbers: readonly number[],
  rows: readonly (readonly StyledText[])[],
): ReportBlock {
  return { kind: 'table', columns, numbers, rows };
}
