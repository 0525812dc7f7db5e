/** Text from the service or from an operator stays as it is; the caller must show it as plain text. */
import type { CauseLine, ShiftReport } from '../api/reports.ts';
import { lineOutcome, type ReportCases, type ReportColumn, sum } from '../domain/report-cases.ts';
import type { Action, Author } from '../domain/cases/action.ts';
import type { CaseKey, ConsequenceKind } from '../domain/cases/case-keys.ts';
import type { GroupResources } from '../domain/event/request-group.ts';
import { failureGroupName } from './request-group-words.ts';
import { caseSubject } from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';
import { unwatchedWords } from './events/reported-words.ts';
import { muteEndWords, reportActionWords, viewActionWords } from './ownership-words.ts';
import { causeName, causeWords, changeName, requestCode } from './case-words.ts';
import { exactDurationText, zonedWords, type ZonedWords } from './zoned-time-words.ts';
import { numberText, counted } from './store-words.ts';
import { withinSentence } from './within-sentence.ts';
import { assertNever } from '../lib/assert-never.ts';

export function headlineWords(report: ShiftReport): string {
  return headlineParts(report)
    .map(({ text }) => text)
    .join('');
}

export interface HeadlinePart {
  readonly text: string;
  /** Cases, or the watched time, that the part counts; null if it counts nothing that can be opened. */
  readonly counts: ReportCases | 'coverage' | null;
}

export function headlineParts(report: ShiftReport): HeadlinePart[] {
  const { coverage } = report;
  const unknown = unknownWords(coverage);
  const watched = unknown === '' ? 'Watched without a gap.' : `Watched ${exactDurationText(coverage.watchedMs)}.`;
  const blind = coverage.blindMs > 0 ? `Blind for ${exactDurationText(coverage.blindMs)}.` : watched;
  const none = coverage.copyMadeAt === undefined ? 'Not watched.' : 'Not in this copy.';
  const watching = coverage.watchedMs === 0 && coverage.blindMs === 0 ? none : blind + unknown;
  const isComplete = incompleteReportWords(report) === null;
  return [
    ...(isComplete ? openParts(report) : [uncounted('Not all stored events are processed yet.')]),
    uncounted(' '),
    { text: watching, counts: 'coverage' },
  ];
}

function unknownWords({ copyMadeAt, unknownMs }: ShiftReport['coverage']): string {
  if (copyMadeAt !== undefined) return ' The rest is not in this copy.';
  return unknownMs >= MIN_UNKNOWN_MS ? ` No record of ${exactDurationText(unknownMs)}.` : '';
}

/** Heartbeats come every 30 s, and the time after the last event of a session is not known. */
export const MIN_UNKNOWN_MS = 60_000;

function uncounted(text: string): HeadlinePart {
  return { text, counts: null };
}

function openParts({ localizations, requests }: ShiftReport): HeadlinePart[] {
  const open = sum(localizations, 'open');
  const openRequests = sum(requests, 'open');
  if (open + openRequests === 0) return [uncounted('Nothing is open.')];
  const also: HeadlinePart = {
    text: `${counted(openRequests, 'request')} still open`,
    counts: { of: 'request', column: 'open' },
  };
  if (open === 0) return [also, uncounted('.')];
  const worst = localizations.find((line) => line.open > 0);
  const ofWorst = localizations.filter(
    ({ consequence }) =>
      consequence === worst?.consequence || (worst?.consequence === 'unusable' && consequence === 'reachable'),
  );
  const openOfWorst = ofWorst.filter((line) => line.open > 0);
  // There is a list of one cause or of all.
  const [only] = openOfWorst.length === 1 ? openOfWorst : [];
  const all: ReportCases = { of: 'localization', column: 'open' };
  const kind = worst === undefined ? '' : `${ofThem(sum(ofWorst, 'open'), open)}${WORST[worst.consequence]}`;
  const isAll = openOfWorst.length === localizations.filter((line) => line.open > 0).length;
  const counts: ReportCases | null = isAll ? all : only === undefined ? null : { of: only.key, column: 'open' };
  return [
    { text: `${numberText(open)} still open`, counts: all },
    ...(kind === '' ? [] : [uncounted(', '), { text: kind, counts }]),
    ...(openRequests === 0 ? [] : [uncounted('; '), also]),
    uncounted('.'),
  ];
}

function ofThem(count: number, all: number): string {
  if (count < all) return `${numberText(count)} of them `;
  return all === 1 ? '' : 'all of them ';
}

const WORST: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'unusable',
  reachable: 'reachable but unusable',
  'not-known': 'not documented by the provider',
  'may-swap-back': 'working, but may swap back',
  partial: 'partly failed',
  refused: 'failed',
  unchanged: 'with nothing changed on the eUICC',
};

export function incompleteReportWords({ behind }: Pick<ShiftReport, 'behind'>): string | null {
  if (behind === 0) return null;
  return `This report is incomplete: ${counted(behind, 'stored event')} ${behind === 1 ? 'was' : 'were'} not processed yet when it was made. Make it again in a moment.`;
}

/** "Saturday 21 November 2026, 05:58 – 13:58 UTC"; both days if it passes midnight. */
export function spanWords({ from, to, zone }: Pick<ShiftReport, 'from' | 'to' | 'zone'>): string {
  const words = zonedWords(zone);
  const zones = words.zone(from) === words.zone(to) ? words.zone(to) : `${words.zone(from)} → ${words.zone(to)}`;
  if (words.day(from) === words.day(to))
    return `${words.date(to)}, ${words.minute(from)} – ${words.minute(to)} ${zones}`;
  return `${words.date(from)}, ${words.minute(from)} – ${words.date(to)}, ${words.minute(to)} ${zones}`;
}

export function madeWords({ madeAt, zone, by, to, coverage }: ShiftReport): string {
  const words = zonedWords(zone);
  const time = (at: number) =>
    `${words.day(at) === words.day(to) ? '' : `${words.day(at)} `}${words.clock(at)} ${words.zone(at)}`;
  const open = coverage.gaps.findLast((gap) => gap.to === null);
  const age = open === undefined ? '' : unwatchedWords({ by: 'stream', since: open.from }, time);
  return `made ${time(madeAt)}${by === '' ? '' : ` by ${by}`}${age}`;
}

export function causeLineWords(line: Pick<CauseLine, 'cause' | 'consequence' | keyof GroupResources>): string {
  const { cause, consequence } = line;
  if (cause.kind === 'localization') return `${causeName(cause, consequence)}: ${MEANS[consequence]}`;
  return [failureGroupName({ ...line, outcome: lineOutcome(line) }), ...requestCode(cause)].join(', ');
}

const MEANS: Readonly<Record<ConsequenceKind, string>> = {
  unusable: 'profile on the eUICC, unusable',
  reachable: 'reachable, but unusable',
  'not-known': 'not documented by the provider',
  'may-swap-back': 'works, may swap back',
  partial: 'some resources failed',
  refused: 'the change failed',
  unchanged: 'nothing changed',
};

export function countryCounts(countries: CauseLine['countries'], maxShown = 6): string {
  const shown = countries.slice(0, maxShown).map(({ country, count }) => `${country} ${numberText(count)}`);
  const more = countries.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Columns of a table of causes: the four that are always shown, and others if any line has a number for them. */
export function lineColumns(
  lines: readonly CauseLine[],
): readonly { readonly id: ReportColumn; readonly name: string }[] {
  return COLUMNS.filter(({ id, always }) => always || lines.some((line) => line[id] !== 0));
}
const COLUMNS: readonly { readonly id: ReportColumn; readonly name: string; readonly always: boolean }[] = [
  { id: 'before', name: 'Before', always: true },
  { id: 'opened', name: 'New', always: true },
  { id: 'moved', name: 'Moved', always: false },
  { id: 'endedWell', name: 'Recovered', always: true },
  { id: 'done', name: 'Done', always: false },
  { id: 'open', name: 'Open now', always: true },
];

export function openRequestWords(
  { operation, size, failed, at }: ShiftReport['openRequests'][number],
  { zone, to }: Pick<ShiftReport, 'zone' | 'to'>,
): string {
  const how =
    failed === null
      ? 'unknown result'
      : `${numberText(failed)}${size === null ? '' : ` of ${numberText(size)}`} failed`;
  return `${withinSentence(changeName(operation))}, ${how}, ${minuteWithZone(zonedWords(zone), at, to)}`;
}

/** "Allocation failed, 54, 15:00 – 15:09 UTC": how many cases opened, from the first to the last. */
export function stormWords(
  { cause, consequence, count, from, last }: ShiftReport['storms'][number],
  { zone, to }: Pick<ShiftReport, 'zone' | 'to'>,
): string {
  const words = zonedWords(zone);
  const day = words.day(from) === words.day(to) ? '' : `${words.day(from)} `;
  const span = `${day}${words.minute(from)} – ${minuteWithZone(words, last, from)}`;
  return `${causeName(cause, consequence)}, ${numberText(count)}, ${span}`;
}

export function requestCauses({ causes }: ShiftReport['openRequests'][number]): string {
  return causes
    .map(
      ({ type, code, count }) => `${numberText(count)} × ${[type, code].filter(Boolean).join(' ') || 'without a code'}`,
    )
    .join(' · ');
}

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  succeeded: 'completed',
  failed: 'failed',
  partial: 'partly failed',
  'in-progress': 'in progress',
  unknown: 'with unknown result',
};

export function outcomeCounts({ requestOutcomes }: Pick<ShiftReport, 'requestOutcomes'>) {
  return requestOutcomes.map(({ outcome, count }) => ({
    outcome,
    words: `${numberText(count)} ${OUTCOME_WORDS[outcome]}`,
  }));
}

/** The zone may change in the span. With the day if it is not that of `near`. */
export function minuteWithZone(words: ZonedWords, at: number, near: number): string {
  const day = words.day(at) === words.day(near) ? '' : `${words.day(at)} `;
  return `${day}${words.minute(at)} ${words.zone(at)}`;
}

/** "took Download failed, 9", "retried 1, failed again 11:26 CET"; without the note, which is shown next to it. */
export function actionLineWords(line: ShiftReport['actions'][number], zone: string): string {
  const words = zonedWords(zone);
  const when = (at: number) => minuteWithZone(words, at, line.at);
  const again = line.failedAgainAt === null ? '' : `, failed again ${when(line.failedAgainAt)}`;
  return `${pastActionWords(line.what, actionSubject(line), when)}${again}`;
}

function pastActionWords(action: Action, what: string, when: (at: number) => string): string {
  if (action.kind === 'mute') return `muted ${what} ${muteEndWords(action.ends, when)}`;
  if (action.kind === 'remind') return `set a reminder for ${what} at ${when(action.at)}`;
  if (action.kind === 'pack')
    return action.ticket === null || action.ticket === ''
      ? `made a support pack for ${what}`
      : `reported ${what} to the provider, ticket ${action.ticket}`;
  if (action.kind === 'undo') return `undid “${pastActionWords(action.undone, what, when)}”`;
  if (action.kind === 'share-view' || action.kind === 'unshare-view') return viewActionWords(action);
  if (action.kind === 'explain' || action.kind === 'set-targets') return reportActionWords(action);
  const past: Readonly<Record<typeof action.kind, string>> = {
    take: `took ${what}`,
    release: `released ${what}`,
    note: `noted on ${what}`,
    done: `marked ${what} as done`,
    reopen: `reopened ${what}`,
    unmute: `unmuted ${what}`,
    retried: `retried ${what}`,
    reminded: `acknowledged the reminder for ${what}`,
    'hand-over': `handed ${what} over`,
    accept: `accepted ${what}`,
    decline: `declined ${what}`,
  };
  return past[action.kind];
}

/** Identifier of a case: EID, request id, or `event 12` for a failure without either. Untrusted. */
export function caseId(key: CaseKey): string {
  const subject = caseSubject(key);
  if (subject.kind === 'eid') return subject.eid;
  return subject.kind === 'request' ? subject.requestId : `event ${subject.seq}`;
}

function actionSubject({ cause, cases, key }: ShiftReport['actions'][number]): string {
  const name = cause === null ? null : cause.kind === 'request' ? changeName(cause.operation) : causeWords(cause);
  if (key !== null) {
    const id = caseId(key);
    return name === null ? id : `${name}, ${id}`;
  }
  if (name === null) return counted(cases, 'case');
  return cases === 0 ? name : `${name}, ${numberText(cases)}`;
}

export function handOverTitle({ cause, consequence, open, countries }: ShiftReport['handOver'][number]): string {
  const [only] = countries;
  const where = only !== undefined && only.count === open && countries.length === 1 ? ` in ${only.country}` : '';
  return `${causeName(cause, consequence)}, ${numberText(open)}${where}`;
}

/** Names are untrusted. `nameOf` names an operator. */
export function shiftWords(
  { author, at, state }: NonNullable<ShiftReport['handOver'][number]['shift']>,
  nameOf: (author: Author) => string,
  { zone, to }: Pick<ShiftReport, 'zone' | 'to'>,
): string {
  const words = zonedWords(zone);
  const by = `Handed over by ${nameOf(author)} at ${minuteWithZone(words, at, to)}`;
  switch (state.kind) {
    case 'waiting':
      return `${by}, not accepted yet.`;
    case 'accepted':
      return `${by}, accepted by ${nameOf(state.author)} at ${minuteWithZone(words, state.at, to)}.`;
    case 'declined':
      return `${by}, declined by ${nameOf(state.author)}.`;
    case 'ended':
      return `${by}.`;
    default:
      return assertNever(state);
  }
}

export function handOverWords({ owner, ticket, isMuted, consequence }: ShiftReport['handOver'][number]): string {
  return [
    ...(owner === null ? ['Unassigned.'] : []),
    ...(ticket === null ? [] : [`Ticket ${ticket} is with the provider.`]),
    ...(isMuted ? ['Muted.'] : []),
    ...(owner === null && consequence === 'not-known' ? ['Ask the provider what the code means.'] : []),
  ].join(' ');
}

export function moreGapsWords(rest: readonly { readonly lengthMs: number }[]): string {
  const length = exactDurationText(rest.reduce((total, { lengthMs }) => total + lengthMs, 0));
  return rest.length === 1
    ? `And one shorter gap of ${length}.`
    : `And ${numberText(rest.length)} shorter gaps, ${length} in total.`;
}

export function holdingsWords(holdings: ShiftReport['holdings'], words: ZonedWords, withDay: boolean): string {
  const when = (at: number) => (withDay ? `${words.day(at)} ${words.minute(at)}` : words.minute(at));
  const held = holdings.map(({ name, from, to }) => `${name} ${when(from)}–${to === null ? '' : when(to)}`);
  return `Held by ${held.join(', ')}.`;
}
