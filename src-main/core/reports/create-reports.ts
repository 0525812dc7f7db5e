/** Shift reports of one watch: reads in batches what is stored about a span, and builds the report from it. */
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { allActions } from '../cases/all-actions.ts';
import { stayPages } from '../cases/stay-pages.ts';
import { casesByKey } from '../cases/cases-by-key.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import type {
  ReportCaseList,
  ReportCasesQuery,
  ReportQuery,
  ReportTextQuery,
  ShiftReport,
  TextFile,
} from '../../../src-shared/api/reports.ts';
import { isReportColumn, type ReportCases } from '../../../src-shared/domain/report-cases.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { type CaseKey, consequenceRank } from '../../../src-shared/domain/cases/case-keys.ts';
import { outcomes } from '../../../src-shared/domain/event/outcomes.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Cases } from '../cases/create-cases.ts';
import { waitForProjection } from '../cases/projection/wait-for-projection.ts';
import type { CaseProjectionReader, CaseStay, CaseState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { readStatusPage } from '../status-page/stored-status-page.ts';
import { readCount } from '../timeline/tallies.ts';
import { HandOver } from './hand-over.ts';
import { maskedReport } from './masked-report.ts';
import { reportHtml } from './report-html.ts';
import { reportMarkdown } from './report-markdown.ts';
import { holdingsOf } from './holdings.ts';
import { coverageOf, ActionLinesBuilder, MAX_OPEN_REQUESTS, reportSpan } from './shift-report.ts';
import { type OpenGroup, StayTally } from './stay-tally.ts';

export interface ReportedWatch {
  readonly profile: string;
  readonly domain: string | null;
  readonly practice: boolean;
}

export interface ReportParts {
  readonly cases: Pick<Cases, 'progress' | 'requestCauses' | 'waitUntilCaughtUp'>;
  readonly projection: Pick<
    CaseProjectionReader,
    'position' | 'stays' | 'cases' | 'attempts' | 'requestOutcomes' | 'requestsWithOutcome'
  >;
  readonly scanner: Pick<EventReader, 'extent' | 'count' | 'coverage' | 'actions' | 'projectionRecords'>;
  readonly clock: Clock;
  readonly label: () => ReportedWatch | Promise<ReportedWatch>;
  /** Returns the name of a member of the team, or its id; missing if the members are not known. */
  readonly memberName?: (member: string) => string;
  /** Returns the time until which the open session is known to have listened; see `coverageFigures`. */
  readonly liveUntil: () => number | null;
}

/** The answer then has about one megabyte. */
const MAX_LISTED_CASES = 10_000;

export type Reports = ReturnType<typeof createReports>;

export function createReports(parts: ReportParts) {
  const { cases, projection, scanner, clock, label, liveUntil, memberName = (member) => member } = parts;

  function spanOf(query: Span): { readonly span: Span; readonly now: number } {
    const now = clock.now();
    const span = reportSpan(query, now);
    if (span === null) throw appError('BAD_SPAN', { from: query.from, to: query.to });
    return { span, now };
  }

  /** The cases that a number of `report` counts, at most `MAX_LISTED_CASES`. @throws AppError STORE_…, BAD_SPAN */
  async function listCases(query: Omit<ReportCasesQuery, 'watch'>, signal?: AbortSignal): Promise<ReportCaseList> {
    const { span } = spanOf(query);
    await waitForProjection(cases, clock, signal);
    const found = await casesBehind(projection, span, query, signal);
    const listed = found.slice(0, MAX_LISTED_CASES);
    return { cases: listed, more: found.length - listed.length };
  }

  /** @throws AppError STORE_…, BAD_SPAN */
  async function report(query: Omit<ReportQuery, 'watch'>, signal?: AbortSignal): Promise<ShiftReport> {
    const { span, now } = spanOf(query);
    await waitForProjection(cases, clock, signal);
    const pending = await countPendingEvents(parts);
    const tally = await stayTally(projection, span, signal);
    const open = withOpenSince(tally.open(), cases);
    const handOver = new HandOver(open, span.to);
    const actionLines = new ActionLinesBuilder(span);
    for await (const action of allActions(scanner, signal)) {
      handOver.add(action);
      actionLines.add(action);
    }
    const done = await casesByKey(projection, [...new Set([...actionLines.keys, ...handOver.keysMutedUntilFailure])]);
    const failures = await failuresOf(projection, done);
    const coverage = await scanner.coverage(span);
    const statusPage = await readStatusPage(scanner, span);
    return {
      ...(await label()),
      ...span,
      zone: query.zone,
      madeAt: now,
      by: query.by,
      behind: pending,
      coverage: coverageOf(coverage, span, now, liveUntil()),
      ...(statusPage !== null && { statusPage }),
      holdings: holdingsOf(coverage.sessions, span).map(({ holder, ...held }) => ({
        name: memberName(holder),
        ...held,
      })),
      localizations: tally.lines('localization'),
      requests: tally.lines('request'),
      storms: tally.storms(),
      requestOutcomes: await requestOutcomes(projection, span),
      ...(await openRequests(parts, open)),
      actions: actionLines.lines(done, failures),
      moreActions: actionLines.more,
      handOver: handOver.lines(failures),
    };
  }

  async function text(
    { format, mask, ...query }: Omit<ReportTextQuery, 'watch'>,
    signal?: AbortSignal,
  ): Promise<TextFile> {
    const made = maskedReport(await report(query, signal), mask);
    const name = `shift-report-${new Date(made.to).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')}`;
    switch (format) {
      case 'html':
        return { fileName: `${name}.html`, text: reportHtml(made) };
      case 'md':
        return { fileName: `${name}.md`, text: reportMarkdown(made) };
      default:
        return assertNever(format);
    }
  }

  return { report, listCases, text };
}

/** The position alone does not tell the number: it is not committed each time nothing matched. */
export async function countPendingEvents({
  projection,
  scanner,
}: {
  readonly projection: Pick<CaseProjectionReader, 'position'>;
  readonly scanner: Pick<EventReader, 'extent' | 'count'>;
}): Promise<number> {
  const [{ newestSeq: to }, { cursor: after }] = await Promise.all([scanner.extent(), projection.position()]);
  return to <= after ? 0 : (await readCount(scanner, { filter: OUTCOME_EVENTS, after, to })).value;
}

async function casesBehind(
  projection: ReportParts['projection'],
  span: Span,
  { of, column }: ReportCases,
  signal: AbortSignal | undefined,
): Promise<ReportCaseList['cases']> {
  if (isReportColumn(column)) {
    const tally = await stayTally(projection, span, signal);
    return tally.cases(of, column).map(({ key, as, stay: { from, to } }) => ({ key, as, from, to }));
  }
  const requests = of === 'request' ? await projection.requestsWithOutcome({ ...span, outcome: column }) : [];
  return requests.map(({ key, at }) => ({ key, as: 'reported', from: at, to: null }));
}

async function stayTally(
  projection: ReportParts['projection'],
  span: Span,
  signal: AbortSignal | undefined,
): Promise<StayTally> {
  const tally = new StayTally(span);
  for await (const page of stayPages(projection, span, signal)) for (const stay of page) tally.add(stay);
  return tally;
}

/** A group that is still open may have been open for longer than the stays of the span show. */
function withOpenSince(open: readonly OpenGroup[], { progress }: ReportParts['cases']): OpenGroup[] {
  return open.map((group) => {
    const since = progress.groups.get(group.cause)?.openSince ?? group.since;
    return { ...group, since: Math.min(group.since, since) };
  });
}

/** Returns the failure times of each case, as far as its last attempts show them. */
async function failuresOf(projection: ReportParts['projection'], cases: ReadonlyMap<CaseKey, CaseState>) {
  const failures = new Map<CaseKey, number[]>();
  for (const [key, { run, failedAt }] of cases) {
    const before = run.number > 1 ? await projection.attempts(key, 50) : [];
    const failed = [run, ...before].filter(({ outcome }) => outcome === 'failed').map(({ to }) => to);
    failures.set(key, [...failed, ...(failedAt === null ? [] : [failedAt])]);
  }
  return failures;
}

async function requestOutcomes(
  projection: ReportParts['projection'],
  span: Span,
): Promise<ShiftReport['requestOutcomes']> {
  const counts = new Map((await projection.requestOutcomes(span)).map(({ outcome, count }) => [outcome, count]));
  return outcomes.flatMap((outcome) => {
    const count = counts.get(outcome) ?? 0;
    return count === 0 ? [] : [{ outcome, count }];
  });
}

async function openRequests({ cases, projection }: ReportParts, open: readonly OpenGroup[]) {
  const keys = open
    .filter(({ cause }) => cause.startsWith('cause:request'))
    .flatMap((group) => [...group.cases])
    .toSorted(([, one], [, other]) => worstFirst(one, other))
    .map(([key]) => key);
  const worst = keys.slice(0, MAX_OPEN_REQUESTS);
  const openCases = await casesByKey(projection, worst);
  const lines: ShiftReport['openRequests'] = [];
  for (const openCase of worst.flatMap((key) => openCases.get(key) ?? [])) {
    const { key, operation, outcome, request, lastAt: at } = openCase;
    const causes = await cases.requestCauses(key).then(
      (found) => found.map(({ type, code, count }) => ({ type, code, count })),
      () => [],
    );
    lines.push({ key, operation, outcome, size: request?.size ?? null, failed: request?.failed ?? null, at, causes });
  }
  return { openRequests: lines, moreOpenRequests: keys.length - lines.length };
}

function worstFirst(one: CaseStay, other: CaseStay): number {
  return (
    other.failedResources - one.failedResources ||
    consequenceRank(one.consequence) - consequenceRank(other.consequence) ||
    one.from - other.from
  );
}
