/** Service reports of one watch, and what people write into them. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { RecordedActions } from '../../../src-shared/api/cases.ts';
import type { ReportEntry, ServiceReport, ServiceReportQuery } from '../../../src-shared/api/quality/service-report.ts';
import type { ActionEntry, Author, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { gapSpan, lengthInside, type Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { dayOf } from '../../../src-shared/domain/quality/day-tally.ts';
import { basisPoints, divideTime } from '../../../src-shared/domain/quality/divided-time.ts';
import { attemptKinds, badSpans, countHours, joinedSpans } from '../../../src-shared/domain/quality/hour-counts.ts';
import { successRate } from '../../../src-shared/domain/quality/success-rate.ts';
import { faultOf } from '../../../src-shared/domain/quality/watched-time.ts';
import { DEFAULT_TARGETS, type ServiceTargets, type TargetId } from '../../../src-shared/domain/report-action.ts';
import { serviceSpan } from '../../../src-shared/domain/service-span.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { zoneOrUtc } from '../../../src-shared/lib/zone.ts';
import { allActions } from '../cases/all-actions.ts';
import { stayPages } from '../cases/stay-pages.ts';
import { waitForProjection } from '../cases/projection/wait-for-projection.ts';
import type { EventReader, EventWriter } from '../ports/event-store.ts';
import type { QualityParts } from '../quality/create-quality.ts';
import { readDays } from '../quality/kept-days.ts';
import { readStatusPage } from '../status-page/stored-status-page.ts';
import { caseTimes, measureCases } from './case-times.ts';
import { countPendingEvents, type ReportParts } from './create-reports.ts';
import { targetResults } from './target-results.ts';

interface ServiceReportParts extends Pick<ReportParts, 'clock' | 'label' | 'liveUntil'> {
  readonly cases: QualityParts['cases'];
  readonly projection: Pick<ReportParts['projection'], 'position' | 'stays'> &
    Pick<QualityParts['projection'], 'tallies'>;
  readonly scanner: Pick<EventReader, 'extent' | 'count' | 'projectionRecords'> & QualityParts['scanner'];
  readonly writer: Pick<EventWriter, 'addActions'>;
  readonly committed: { notify(): void };
  readonly newId: () => string;
}

/** Retention records the first day that it leaves before it removes anything. Its limits move, and a report does not. */
const EVERY_DAY = 0;
/** An answer to the page then has about two megabytes. */
const MAX_GAPS = 10_000;

export type ServiceReports = ReturnType<typeof createServiceReports>;

export function createServiceReports(parts: ServiceReportParts) {
  const { cases, projection, scanner, clock, label, liveUntil } = parts;
  return {
    /** Covers the days that are over. @throws AppError STORE_…, BAD_SPAN */
    async report({ zone, ...days }: Omit<ServiceReportQuery, 'watch'>, signal?: AbortSignal): Promise<ServiceReport> {
      const now = clock.now();
      const span = serviceSpan(days, zoneOrUtc(zone), now);
      if (span === null) throw appError('BAD_SPAN', { from: Date.parse(days.first), to: Date.parse(days.last) });
      await waitForProjection(cases, clock, signal);
      const behind = await countPendingEvents(parts);
      const range = { from: dayOf(span.from), to: dayOf(span.to - 1) };
      const { tallies, unknownDays, firstStored } = await readDays(scanner, projection, range, EVERY_DAY, ['day']);
      const written = await writtenIn(scanner, signal);
      const counted = countHours(tallies.day, span);
      const bad = badSpans(counted, written.targets.success, span);
      const uncounted = joinedSpans(unknownDays.map((day) => withinSpan(day, span)));
      const coverage = await scanner.coverage(span);
      const time = divideTime(coverage, { span, bad, uncounted }, now, liveUntil());
      const stays = [];
      for await (const page of stayPages(projection, { ...span, isThinned: true }, signal))
        for (const stay of page) stays.push(stay);
      const measured = measureCases(stays, written.actions, span);
      const takenTimes = caseTimes(measured.taken);
      const { goodMs, badMs, notWatchedMs } = time;
      const [good = 0, badPoints = 0, notWatched = 0] = basisPoints([goodMs, badMs, notWatchedMs]);
      const results = targetResults(written.targets, {
        totals: counted.totals,
        spanMs: span.to - span.from,
        watchedMs: time.watched.watchedMs + time.watched.reconnectMs,
        taken: measured.taken,
        takenTimes,
      });
      return {
        format: 'watchfloor-service-report-1',
        ...(await label()),
        ...span,
        zone,
        behind,
        time: { goodMs, badMs, notWatchedMs, good, bad: badPoints, notWatched },
        watched: time.watched,
        uncountedMs: time.uncountedMs,
        uncountedDays: unknownDays.length,
        attempts: attemptKinds.map((kind) => ({
          kind,
          endings: counted.totals[kind],
          rate: successRate(counted.totals[kind]),
        })),
        badHours: bad,
        cases: { taken: takenTimes, ended: caseTimes(measured.ended), waiting: caseTimes(measured.waiting) },
        casesSince: firstStored * DAY_MS > span.from ? firstStored * DAY_MS : null,
        targets: written.targets,
        results: results.map((result) => ({ ...result, reason: written.reasonOf(span, result.id) })),
        ...gapsOf(coverage, span, now, (gap) => written.reasonOf(gap, null)),
        statusPage: await statusPageIn(scanner, span),
      };
    },

    /** @throws AppError STORE_UNWRITABLE */
    async write(entry: ReportEntry, author: Author): Promise<RecordedActions> {
      const action = reportAction(entry, author, { at: clock.now(), id: `${parts.newId()}${parts.newId()}` });
      await parts.writer.addActions([action]);
      parts.committed.notify();
      return { actions: [action.id] };
    },
  };
}

export function reportAction(
  entry: ReportEntry,
  author: Author,
  { at, id }: Pick<ActionEntry, 'at' | 'id'>,
): ActionEntry {
  const of = { id, at, author, subjects: [] };
  if (entry.kind === 'set-targets') return { ...of, what: entry, text: '' };
  return { ...of, what: { kind: 'explain', of: entry.of }, text: entry.text.trim() };
}

type Written = StoredActionEntry & { readonly what: { readonly kind: 'explain' } };

/** Reads every action once: those on cases are measured, and those on reports are in it. */
async function writtenIn(scanner: Pick<EventReader, 'actions'>, signal: AbortSignal | undefined) {
  const actions: StoredActionEntry[] = [];
  const reasons: Written[] = [];
  let targets: ServiceTargets = DEFAULT_TARGETS;
  for await (const action of allActions(scanner, signal)) {
    if (action.what.kind === 'set-targets') ({ targets } = action.what);
    else if (isReason(action)) reasons.push(action);
    else actions.push(action);
  }
  const reasonOf = ({ from, to }: Span, target: TargetId | null) => {
    const found = reasons.findLast(({ what: { of } }) =>
      of.target === null
        ? target === null && of.from < to && of.to > from
        : of.target === target && of.from === from && of.to === to,
    );
    return found === undefined || found.text === '' ? null : { text: found.text, author: found.author, at: found.at };
  };
  return { actions, targets, reasonOf };
}

const isReason = (action: StoredActionEntry): action is Written => action.what.kind === 'explain';

function withinSpan(day: number, { from, to }: Span): Span {
  return { from: Math.max(from, day * DAY_MS), to: Math.min(to, (day + 1) * DAY_MS) };
}

async function statusPageIn(
  scanner: Pick<EventReader, 'projectionRecords'>,
  span: Span,
): Promise<ServiceReport['statusPage']> {
  const page = await readStatusPage(scanner, span);
  if (page === null) return null;
  const { url, answeredAt, incidents } = page;
  return { url, knownUntil: answeredAt === null ? null : Math.min(answeredAt, span.to), incidents };
}

function gapsOf(
  { gaps }: Coverage,
  span: Span,
  now: number,
  writtenOf: (gap: Span) => ServiceReport['gaps'][number]['written'],
): Pick<ServiceReport, 'gaps' | 'moreGaps'> {
  const found = gaps
    .filter((gap) => !isReconnect(gap, now))
    .map((gap) => ({ gap, of: gapSpan(gap, now) }))
    .map(({ gap: { reason }, of }) => ({
      from: Math.round(Math.max(of.from, span.from)),
      to: Math.round(Math.min(of.to, span.to)),
      lengthMs: Math.round(lengthInside(of, span)),
      reason,
      fault: faultOf(reason),
    }))
    .filter(({ lengthMs }) => lengthMs > 0);
  const longest = found.toSorted((one, other) => other.lengthMs - one.lengthMs).slice(0, MAX_GAPS);
  return {
    gaps: longest.toSorted((one, other) => one.from - other.from).map((gap) => ({ ...gap, written: writtenOf(gap) })),
    moreGaps: found.length - longest.length,
  };
}
