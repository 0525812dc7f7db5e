/** The failures of a group over time, as bars and as episodes. Pure. */
import type { GroupCourse } from '../../../src-shared/api/cases.ts';
import { STORM } from '../../../src-shared/api/cases.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { CaseFailure } from '../ports/case-projection.ts';
import type { CaseContext } from './case-summary.ts';
import { stormRuns } from './storm-runs.ts';

const HOUR_MS = 3_600_000;
/**
 * A pause of this watched time separates two episodes. A random trickle of 8 failures a day falls into 2 episodes a week
 * with it, into 9 with 6 h and into 47 with 1 h; a quiet night still separates two days.
 */
const PAUSE_MS = 12 * HOUR_MS;
/** Storms with a shorter pause are one. */
const STORM_PAUSE_MS = HOUR_MS;
const MAX_EPISODES = 8;

const STEPS = 48;
/** Bars begin at round times, so that they grow and do not shift. */
const STEP_MINUTES = [1, 5, 15, 30, 60, 180, 360, 720, 1_440];
const MINUTE_MS = 60_000;

/** @param failures oldest first */
export function groupCourse(
  failures: readonly CaseFailure[],
  { gaps, now }: Pick<CaseContext, 'gaps' | 'now'>,
): GroupCourse {
  const [first] = failures;
  if (first === undefined) return { from: now, stepMs: MINUTE_MS, counts: [], episodes: [] };
  const blind = gaps.map(({ from, to }): Span => ({ from, to: to ?? now }));
  const { from, stepMs, steps } = courseSpan(first.at, Math.max(now, failures.at(-1)?.at ?? now));
  const cases = Array.from({ length: steps }, () => new Set<number>());
  for (const { id, at } of failures) cases[Math.floor((at - from) / stepMs)]?.add(id);
  return {
    from,
    stepMs,
    counts: cases.map(({ size }) => size),
    episodes: episodesOf(failures, blind),
  };
}

/** @param first, now UTC epoch ms */
export function courseSpan(first: number, now: number): { from: number; stepMs: number; steps: number } {
  const length = now - first + MINUTE_MS;
  const minutes = STEP_MINUTES.find((each) => each * MINUTE_MS * STEPS >= length);
  const stepMs = MINUTE_MS * (minutes ?? 1_440 * Math.ceil(length / (1_440 * MINUTE_MS * STEPS)));
  const from = Math.floor(first / stepMs) * stepMs;
  return { from, stepMs, steps: Math.floor((now - from) / stepMs) + 1 };
}

/** Newest first. Those that do not fit are summed up in the last one. */
function episodesOf(failures: readonly CaseFailure[], blind: readonly Span[]): GroupCourse['episodes'] {
  const inStorm = stormsAmong(failures);
  const starts = failures.flatMap(({ at }, index) => {
    const before = failures[index - 1];
    if (before === undefined || inStorm.has(index) !== inStorm.has(index - 1)) return [index];
    const pause = { from: before.at, to: at };
    return at - before.at - msWithin(pause, blind) > PAUSE_MS ? [index] : [];
  });
  const shown = starts.slice(-MAX_EPISODES);
  const earlier = starts.length - shown.length;
  return [...(earlier === 0 ? [] : [0]), ...shown]
    .map((start, index, all) => {
      const isSum = earlier > 0 && index === 0;
      const span = { from: failures[start]?.at ?? 0, to: failures[(all[index + 1] ?? failures.length) - 1]?.at ?? 0 };
      // By time, as the list finds them: two episodes may meet in one millisecond.
      const within = failures.filter(({ at }) => at >= span.from && at <= span.to);
      return {
        ...span,
        count: new Set(within.map(({ id }) => id)).size,
        isStorm: !isSum && inStorm.has(start),
        episodes: isSum ? earlier : 1,
        blindMs: msWithin(span, blind),
      };
    })
    .toReversed();
}

/** Indexes of the failures in storms. A case that fails again within `STORM.ms` counts once. */
function stormsAmong(failures: readonly CaseFailure[]): ReadonlySet<number> {
  const last = new Map<number, number>();
  const indexes = [...failures.entries()].flatMap(([index, { id, at }]) => {
    const before = last.get(id);
    last.set(id, at);
    return before !== undefined && at - before <= STORM.ms ? [] : [index];
  });
  const at = (place: number) => failures[indexes[place] ?? 0]?.at ?? 0;
  const found = new Set<number>();
  let end: number | null = null;
  for (const run of stormRuns(indexes.map((_, place) => at(place)))) {
    const [first, final] = [indexes[run.first] ?? 0, indexes[run.last] ?? 0];
    const isSame = end !== null && at(run.first) - (failures[end]?.at ?? 0) <= STORM_PAUSE_MS;
    for (let index = isSame ? (end ?? 0) : first; index <= final; index += 1) found.add(index);
    end = final;
  }
  return found;
}

function msWithin({ from, to }: Span, spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
}
