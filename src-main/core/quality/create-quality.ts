/** Rates of one watch by country, customer, cause, step and time, and the past of a cause. */
import type * as z from 'zod';
import type {
  attemptsInputSchema,
  CausePast,
  CountedAttempts,
  Figures,
  figuresInputSchema,
} from '../../../src-shared/api/quality/figures.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { pastPeriods, pastRecovery, retryResults } from '../../../src-shared/domain/quality/cause-past.ts';
import { dayOf, type DayTally } from '../../../src-shared/domain/quality/day-tally.ts';
import { qualityLines, recoveredAfterRetries, sumsFor } from '../../../src-shared/domain/quality/quality-lines.ts';
import { RETRY_CLASSES, retryClass } from '../../../src-shared/domain/quality/recovery-time.ts';
import { notWatchedShare, watchedTime } from '../../../src-shared/domain/quality/watched-time.ts';
import { allActions } from '../cases/all-actions.ts';
import type { Cases } from '../cases/create-cases.ts';
import { waitForProjection } from '../cases/projection/wait-for-projection.ts';
import { retentionLimits } from '../maintenance/retention-limits.ts';
import type { CaseProjectionReader } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import { countedAttempts } from './counted-attempts.ts';
import { firstWholeDay, readDays } from './kept-days.ts';
import { openAttempts, spanOf } from './open-attempts.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

export interface QualityParts {
  readonly cases: Pick<Cases, 'progress' | 'waitUntilCaughtUp'>;
  readonly projection: Pick<CaseProjectionReader, 'tallies' | 'pastOf' | 'toldBy' | 'openRetries' | 'openAfterRetries'>;
  readonly scanner: Pick<EventReader, 'actions' | 'coverage' | 'orderedThrough' | 'projectionRecords' | 'summaries'>;
  readonly clock: Clock;
  readonly profile: Pick<ConnectionProfile, 'keepDays' | 'attemptSilenceMinutes'>;
  /** See `coverageFigures`. */
  readonly liveUntil: () => number | null;
}

/** The page asks for at most two fields, so that its answer stays small. */
type FiguresQuery = z.infer<typeof figuresInputSchema>;
type AttemptsQuery = z.infer<typeof attemptsInputSchema>;

const NO_RETRIES: Figures['retries'] = { recovered: [], open: [] };
/** Rows that are read for the past of a cause. With more, the answer would take longer than 50 ms. */
const MAX_PAST = 1_000;
const MAX_NOTES = 3;
/** The last 400 days, and one for the days that both ends are in. */
const MAX_DAYS = 401;

export function createQuality({ cases, projection, scanner, clock, profile, liveUntil }: QualityParts) {
  return {
    /** @throws AppError STORE_…, BAD_SPAN */
    async figures({ from, to, kind, by }: FiguresQuery, signal?: AbortSignal): Promise<Figures> {
      const now = clock.now();
      const days = daysBetween(from, to, now);
      const stored = await scanner.orderedThrough();
      await waitForProjection(cases, clock, signal);
      const sums = [...new Set(['day' as const, ...by.map(sumsFor)])];
      const { tallies, unknownDays, keptDays } = await readDays(scanner, projection, days, firstWhole(now), sums);
      const span = { from: days.from * DAY_MS, to: Math.min((days.to + 1) * DAY_MS, now) };
      const coverage = await scanner.coverage(span);
      const watchedIn = (part: Span) => watchedTime(coverage, part, now, liveUntil());
      const watched = watchedIn(span);
      return {
        ...span,
        total: qualityLines(tallies.day, kind, []).total,
        lines: by.map((fields) => qualityLines(tallies[sumsFor(fields)], kind, fields).lines),
        retries: kind === 'request' ? NO_RETRIES : await retriesIn(tallies.day, days),
        watched,
        notWatched: notWatchedShare(watched),
        unknownDays: unknownDays.map((day) => day * DAY_MS),
        keptDays,
        days: by.some((fields) => fields.length === 1 && fields[0] === 'day')
          ? daysIn(span).map((day) => ({ from: day.from, notWatched: notWatchedShare(watchedIn(day)) }))
          : [],
        isBehind: (cases.progress.processedThrough?.cursor ?? 0) < stored,
      };
    },

    /** @throws AppError STORE_…, BAD_SPAN */
    async attempts({ from, to, before, ...query }: AttemptsQuery, signal?: AbortSignal): Promise<CountedAttempts> {
      const now = clock.now();
      const days = daysBetween(from, to, now);
      await waitForProjection(cases, clock, signal);
      if (query.retries?.of === 'open') return openAttempts(projection, { days, before, class: query.retries.class });
      const sums = sumsFor(query.by);
      const { tallies, firstStored } = await readDays(scanner, projection, days, firstWhole(now), [sums]);
      const silenceMs = profile.attemptSilenceMinutes * 60_000;
      const counted = { ...query, before, days, firstStored, tallies: tallies[sums] };
      return countedAttempts({ scanner, projection, silenceMs }, counted, signal);
    },

    /** @throws AppError STORE_… */
    async past(cause: CauseKey, signal?: AbortSignal): Promise<CausePast> {
      await waitForProjection(cases, clock, signal);
      const before = cases.progress.groups.get(cause)?.openSince ?? Number.MAX_SAFE_INTEGER;
      const { stays, retries } = await projection.pastOf({ cause, before, limit: MAX_PAST });
      const periods = pastPeriods(stays);
      return {
        times: periods.length,
        isMore: stays.length === MAX_PAST,
        last: periods[0] ?? null,
        recovery: pastRecovery(stays),
        retries: retryResults(retries),
        notes: (await notesOn(cause, signal)).slice(0, MAX_NOTES),
      };
    },
  };

  async function retriesIn(tallies: readonly DayTally[], days: Span): Promise<Figures['retries']> {
    const open = RETRY_CLASSES.map(() => 0);
    for (const { retry, count } of await projection.openRetries(spanOf(days)))
      open[retryClass(retry)] = (open[retryClass(retry)] ?? 0) + count;
    return { recovered: recoveredAfterRetries(tallies), open };
  }

  function firstWhole(now: number): number {
    return firstWholeDay(retentionLimits(now, profile.keepDays));
  }

  async function notesOn(cause: CauseKey, signal: AbortSignal | undefined): Promise<CausePast['notes']> {
    const notes: StoredActionEntry[] = [];
    const undone = new Set<string>();
    for await (const action of allActions(scanner, signal, [cause])) {
      if (action.what.kind === 'undo') undone.add(action.what.of);
      // Any action can have a text.
      else if (action.text !== '' && action.subjects.includes(cause)) notes.push(action);
    }
    return notes
      .filter(({ id }) => !undone.has(id))
      .toReversed()
      .map(({ at, author, text }) => ({ at, author, text }));
  }
}

/** @throws AppError BAD_SPAN */
function daysBetween(from: number, to: number, now: number): Span {
  const days = { from: dayOf(from), to: dayOf(Math.min(to, now) - 1) };
  if (!(days.from <= days.to && days.to - days.from < MAX_DAYS)) throw appError('BAD_SPAN', { from, to });
  return days;
}

function daysIn({ from, to }: Span): Span[] {
  const days: Span[] = [];
  for (let start = from; start < to; start += DAY_MS) days.push({ from: start, to: Math.min(start + DAY_MS, to) });
  return days;
}
