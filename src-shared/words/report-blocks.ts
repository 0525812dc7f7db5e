/** Builds the blocks of a shift report. The page, HTML and Markdown print the same blocks. All texts are untrusted. */
import { isSignedInAuthor } from '../domain/cases/author-id.ts';
import { authorNamer, VERIFIED_NOTE } from '../domain/cases/author-name.ts';
import type { CauseLine, ShiftReport } from '../api/reports.ts';
import type { Author } from '../domain/cases/action.ts';
import { lineOutcome, type ReportCases, sum } from '../domain/report-cases.ts';
import type { CaseKey, Cause, CauseKey } from '../domain/cases/case-keys.ts';
import { causeKey } from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';
import { DAY_MS } from '../lib/durations.ts';
import { gapReasonWords } from './gap-words.ts';
import {
  actionLineWords,
  causeLineWords,
  countryCounts,
  handOverTitle,
  handOverWords,
  headlineWords,
  holdingsWords,
  incompleteReportWords,
  lineColumns,
  madeWords,
  MIN_UNKNOWN_MS,
  minuteWithZone,
  moreGapsWords,
  openRequestWords,
  outcomeCounts,
  requestCauses,
  shiftWords,
  spanWords,
  stormWords,
} from './report-words.ts';
import { PROVIDER_WORDS, STATUS_PAGE_TITLE, statusPageWords } from './provider/incident-words.ts';
import { numberText, counted } from './store-words.ts';
import { withinSentence } from './within-sentence.ts';
import { exactDurationText, zonedWords, type ZonedWords } from './zoned-time-words.ts';

export interface ReportDocument {
  readonly headline: string;
  readonly about: readonly string[];
  readonly incomplete: string | null;
  readonly sections: readonly ReportSection[];
}

export interface ReportSection {
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

export type ReportBlock =
  /** The span as a bar. Positions and lengths are shares of the span, from 0 to 1. */
  | {
      readonly kind: 'bar';
      readonly watched: { readonly start: number; readonly length: number };
      readonly gaps: readonly { readonly start: number; readonly length: number }[];
      readonly times: readonly string[];
    }
  | { readonly kind: 'sentences'; readonly hasGap: boolean; readonly sentences: readonly StyledText[] }
  | { readonly kind: 'remark'; readonly text: StyledText }
  | {
      readonly kind: 'causes';
      readonly columns: readonly string[];
      readonly rows: readonly CauseRow[];
      readonly sums: CauseRow;
    }
  /** Columns of `numbers` are aligned at their end. */
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly numbers: readonly number[];
      readonly rows: readonly (readonly StyledText[])[];
    }
  | { readonly kind: 'items'; readonly items: readonly { readonly outcome: Outcome; readonly text: StyledText }[] }
  | {
      readonly kind: 'actions';
      readonly actions: readonly { readonly when: string; readonly author: string; readonly text: StyledText }[];
    };

export interface CauseRow {
  readonly outcome: Outcome | null;
  readonly text: StyledText;
  readonly numbers: readonly ReportNumber[];
}

interface ReportNumber {
  readonly value: number;
  readonly isLoud: boolean;
  readonly cases: ReportCases | null;
}

export type ReportTarget =
  | { readonly kind: 'case'; readonly key: CaseKey }
  | { readonly kind: 'group'; readonly cause: Cause; readonly key: CauseKey }
  | { readonly kind: 'cases'; readonly cases: ReportCases }
  /** `at`: a time of the gap; null for all of the coverage. UTC epoch ms. */
  | { readonly kind: 'coverage'; readonly at: number | null };

/** Parts of a line, separated by spaces. A remark is additional, such as the countries of a cause. */
export type StyledText = readonly StyledPart[];

interface StyledPart {
  readonly text: string;
  readonly style: 'plain' | 'strong' | 'remark';
  readonly target?: ReportTarget | undefined;
}

export const plain = (text: string, target?: ReportTarget) => ({ text, style: 'plain', target }) as const;
export const strong = (text: string, target?: ReportTarget) => ({ text, style: 'strong', target }) as const;
const remark = (text: string, target?: ReportTarget) => ({ text, style: 'remark', target }) as const;
const styled = (...parts: StyledText): StyledText => parts.filter(({ text }) => text !== '');

export function reportDocument(report: ShiftReport): ReportDocument {
  const { practice, profile, domain } = report;
  return {
    headline: headlineWords(report),
    about: [
      spanWords(report),
      ...(practice ? ['PRACTICE'] : []),
      profile,
      ...(domain === null ? [] : [domain]),
      madeWords(report),
    ],
    incomplete: incompleteReportWords(report),
    sections: [
      { title: 'Were we watching?', blocks: [bar(report), coverageBlock(report)] },
      ...statusPageSections(report),
      {
        title: 'Failures by cause',
        blocks: [
          ...stormBlocks(report),
          ...causes(report.localizations, 'localization', 'eUICCs', 'No localization failed.'),
        ],
      },
      { title: 'Requests', blocks: requestBlocks(report) },
      { title: 'Who did what', blocks: actionBlocks(report) },
      { title: 'For the next shift', blocks: handOverBlocks(report) },
    ],
  };
}

function bar({ from, to, zone, coverage }: ShiftReport): ReportBlock {
  const words = zonedWords(zone);
  const share = (ms: number) => Math.min(1, Math.max(0, ms / (to - from)));
  const notInCopyMs = notInCopy(coverage, { from, to });
  const before = coverage.unknownMs - notInCopyMs;
  const start = before > MIN_UNKNOWN_MS ? share(before) : 0;
  return {
    kind: 'bar',
    // Unknown time is before the first session, or after a copy was made.
    watched: { start, length: share(to - from - notInCopyMs) - start },
    gaps: coverage.gaps.map((gap) => ({
      start: share(gap.from - from),
      length: share(Math.min(gap.lengthMs, to - gap.from)),
    })),
    times: [0, 1, 2, 3, 4].map((quarter) => words.minute(from + ((to - from) * quarter) / 4)),
  };
}

function notInCopy({ copyMadeAt }: ShiftReport['coverage'], { from, to }: Pick<ShiftReport, 'from' | 'to'>): number {
  return copyMadeAt === undefined ? 0 : to - Math.max(from, copyMadeAt);
}

function coverageBlock({ coverage, holdings, from, to, zone }: ShiftReport): ReportBlock {
  const words = zonedWords(zone);
  const { watchedMs, gaps, reconnects, reconnectMs, copyMadeAt } = coverage;
  const notInCopyMs = notInCopy(coverage, { from, to });
  const unknownMs = coverage.unknownMs - notInCopyMs;
  const byLength = gaps.toSorted((one, other) => other.lengthMs - one.lengthMs);
  const rest = byLength.slice(MAX_LISTED_GAPS);
  const listed = byLength.slice(0, MAX_LISTED_GAPS).toSorted((one, other) => one.from - other.from);
  const isUnknown = unknownMs >= MIN_UNKNOWN_MS;
  const watched = `Watched ${exactDurationText(watchedMs)} of ${exactDurationText(to - from)}.`;
  return {
    kind: 'sentences',
    hasGap: gaps.length > 0,
    sentences: [
      styled(
        strong(watched, { kind: 'coverage', at: null }),
        plain(gaps.length === 0 && !isUnknown && copyMadeAt === undefined ? 'No gap.' : ''),
      ),
      ...(holdings.length === 0 ? [] : [styled(plain(holdingsWords(holdings, words, to - from > DAY_MS)))]),
      ...listed.map((gap) => {
        const reason = withinSentence(gapReasonWords[gap.reason]);
        const when = strong(`${gapSpan(gap, words, to - from > DAY_MS)},`, {
          kind: 'coverage',
          // At its first instant, which ends a session, the stream was watched.
          at: Math.round(Math.max(gap.from, from) + gap.lengthMs / 2),
        });
        return styled(plain('Gap'), when, plain(`${exactDurationText(gap.lengthMs)}, ${reason}.`));
      }),
      ...(rest.length === 0 ? [] : [styled(plain(moreGapsWords(rest), { kind: 'coverage', at: null }))]),
      ...(copyMadeAt === undefined
        ? []
        : [
            styled(
              strong(`The other ${exactDurationText(notInCopyMs)} are not in this copy`, {
                kind: 'coverage',
                at: null,
              }),
              plain(`(made about ${words.clock(copyMadeAt)} ${words.zone(copyMadeAt)}).`),
            ),
          ]),
      ...(isUnknown
        ? [styled(plain(`No record of the other ${exactDurationText(unknownMs)}.`, { kind: 'coverage', at: null }))]
        : []),
      ...(reconnects === 0
        ? []
        : [
            styled(
              remark(`${counted(reconnects, 'planned reconnect')}, ${exactDurationText(reconnectMs)} in total.`, {
                kind: 'coverage',
                at: null,
              }),
            ),
          ]),
    ],
  };
}

function statusPageSections({ statusPage, madeAt, zone }: ShiftReport): ReportSection[] {
  if (statusPage === undefined) return [];
  const { incidents, known } = statusPageWords(statusPage, madeAt, zone);
  const sentences = incidents.map(({ title, when, words, remark: more }) =>
    styled(strong(title), plain(`${when}.`), plain(words), remark(more)),
  );
  return [
    {
      title: STATUS_PAGE_TITLE,
      blocks: [{ kind: 'sentences', hasGap: false, sentences }, remarkBlock(`${PROVIDER_WORDS}. ${known}`)],
    },
  ];
}

/** A longer list is not read. */
const MAX_LISTED_GAPS = 3;

function gapSpan({ from, to }: { from: number; to: number | null }, words: ZonedWords, withDay: boolean): string {
  // The same clock time occurs twice when clocks are set back.
  const withZone = to !== null && words.zone(from) !== words.zone(to);
  const when = (at: number) =>
    `${withDay ? `${words.day(at)} ` : ''}${words.clock(at)}${withZone ? ` ${words.zone(at)}` : ''}`;
  return `${when(from)} – ${to === null ? 'now' : when(to)}`;
}

const MOVED_REMARK = 'Moved: cases that came from another cause, minus cases that are now listed under another cause.';

function groupTarget(cause: Cause): ReportTarget {
  return { kind: 'group', cause, key: causeKey(cause) };
}

function causes(lines: readonly CauseLine[], kind: Cause['kind'], unit: string, none: string): ReportBlock[] {
  if (lines.length === 0) return none === '' ? [] : [remarkBlock(none)];
  const columns = lineColumns(lines);
  return [
    {
      kind: 'causes',
      columns: columns.map(({ name }) => name),
      rows: lines.map((line) => ({
        outcome: lineOutcome(line),
        text: styled(plain(causeLineWords(line), groupTarget(line.cause)), remark(countryCounts(line.countries))),
        numbers: columns.map(({ id }) => ({
          value: line[id],
          isLoud: id === 'open' && line[id] > 0,
          cases: line[id] === 0 ? null : { of: line.key, column: id },
        })),
      })),
      sums: {
        outcome: null,
        text: [plain(unit)],
        numbers: columns.map(({ id }) => {
          // Cases that moved between two lines add nothing to the sum.
          const isCounted = lines.some((line) => line[id] !== 0);
          return { value: sum(lines, id), isLoud: true, cases: isCounted ? { of: kind, column: id } : null };
        }),
      },
    },
    ...(columns.some(({ id }) => id === 'moved') ? [remarkBlock(MOVED_REMARK)] : []),
  ];
}

/** More are not read. */
const MAX_LISTED_STORMS = 5;

function stormBlocks(report: ShiftReport): ReportBlock[] {
  const bySize = report.storms.toSorted((one, other) => other.count - one.count);
  const more = bySize.slice(MAX_LISTED_STORMS).length;
  const listed = bySize.slice(0, MAX_LISTED_STORMS).toSorted((one, other) => one.from - other.from);
  return [
    ...list(
      listed.map((storm) => ({
        outcome: lineOutcome(storm),
        text: styled(
          strong('Storm:'),
          plain(stormWords(storm, report), groupTarget(storm.cause)),
          remark(countryCounts(storm.countries)),
        ),
      })),
    ),
    ...(more === 0 ? [] : [remarkBlock(`And ${counted(more, 'smaller storm')}.`)]),
  ];
}

function requestBlocks(report: ShiftReport): ReportBlock[] {
  const { openRequests, moreOpenRequests } = report;
  const allOpen: ReportTarget = { kind: 'cases', cases: { of: 'request', column: 'open' } };
  const counts = outcomeCounts(report).flatMap(({ words, outcome }, index, all) => [
    plain(index + 1 < all.length ? words : `${words}.`, { kind: 'cases', cases: { of: 'request', column: outcome } }),
    ...(index + 1 < all.length ? [plain('·')] : []),
  ]);
  return [
    ...causes(report.requests, 'request', 'Requests', ''),
    ...list(
      openRequests.map((request) => ({
        outcome: request.outcome,
        text: styled(
          strong('Open:'),
          plain(openRequestWords(request, report), { kind: 'case', key: request.key }),
          remark(requestCauses(request), { kind: 'case', key: request.key }),
        ),
      })),
    ),
    ...(moreOpenRequests === 0 ? [] : [remarkBlock(plain(`${numberText(moreOpenRequests)} more are open.`, allOpen))]),
    counts.length === 0
      ? remarkBlock('No requests were reported in the span.')
      : remarkBlock('In the span:', ...counts),
  ];
}

export function remarkBlock(...parts: readonly (string | StyledPart)[]): ReportBlock {
  return { kind: 'remark', text: parts.map((part) => (typeof part === 'string' ? plain(part) : part)) };
}

function list(items: Extract<ReportBlock, { kind: 'items' }>['items']): ReportBlock[] {
  return items.length === 0 ? [] : [{ kind: 'items', items }];
}

function actionBlocks({ actions, moreActions, zone, from, to }: ShiftReport): ReportBlock[] {
  if (actions.length === 0) return [remarkBlock('No actions in Watchfloor.')];
  const words = zonedWords(zone);
  const isLong = words.day(from) !== words.day(to);
  const nameOf = authorNamer(actions.map(({ author }) => author));
  return [
    ...(moreActions === 0 ? [] : [remarkBlock(`${numberText(moreActions)} earlier actions are not listed.`)]),
    {
      kind: 'actions',
      actions: actions.map((line) => ({
        when: `${isLong ? `${words.day(line.at)} ` : ''}${minuteWithZone(words, line.at, line.at)}`,
        author: nameOf(line.author),
        text: styled(plain(actionLineWords(line, zone), actionTarget(line)), remark(line.text)),
      })),
    },
    ...(actions.some(({ author }) => isSignedInAuthor(author)) ? [remarkBlock(VERIFIED_NOTE)] : []),
  ];
}

function actionTarget({ key, cause }: ShiftReport['actions'][number]): ReportTarget | undefined {
  if (key !== null) return { kind: 'case', key };
  return cause === null ? undefined : groupTarget(cause);
}

function handOverBlocks(report: ShiftReport): ReportBlock[] {
  const { handOver } = report;
  const nameOf = authorNamer(handOver.flatMap(({ owner, shift }) => [owner, ...shiftAuthors(shift)]));
  if (handOver.length === 0) return [remarkBlock('Nothing is open.')];
  return list(
    handOver.map((line) => ({
      outcome: lineOutcome(line),
      text: styled(
        // Its number is of the end of the span; the group shows the present.
        strong(`${handOverTitle(line)}.`, {
          kind: 'cases',
          cases: { of: causeKey(line.cause), column: 'open' },
        }),
        ...handOverParts(line),
        plain(line.note?.text ?? ''),
        plain(line.shift === null ? '' : shiftWords(line.shift, nameOf, report)),
        remark(line.owner === null ? '' : nameOf(line.owner)),
      ),
    })),
  );
}

function shiftAuthors(shift: ShiftReport['handOver'][number]['shift']): readonly Author[] {
  if (shift === null) return [];
  const { author, state } = shift;
  return 'author' in state ? [author, state.author] : [author];
}

const UNASSIGNED = 'Unassigned.';

/** An unassigned group can be taken where its link leads. */
function handOverParts(line: ShiftReport['handOver'][number]): StyledText {
  const words = handOverWords(line);
  if (!words.startsWith(UNASSIGNED)) return [plain(words)];
  return [plain(UNASSIGNED, groupTarget(line.cause)), plain(words.slice(UNASSIGNED.length).trim())];
}
