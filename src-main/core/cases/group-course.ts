/** The failures of a group over time, as bars and as episodes. Pure. */
import type { GroupCourse } from '../../../src-shared/api/cases.ts';
import { STORM } from '../../../src-shared/api/cases.ts';
import { lengthInside, type Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { CaseFailure } from '../ports/case-projection.ts';
import type { CaseContext } from './case-summary.ts';
import { type StormRun, stormRuns } from './storm-runs.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src-shared/lib/durations.ts';

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
  const starts: number[] = [];
  let before: number | null = null;
  for (const [index, { at }] of failures.entries()) {
    if (before === null || inStorm[index] !== inStorm[index - 1] || isPause({ from: before, to: at }, blind))
      starts.push(index);
    before = at;
  }
  const shown = starts.slice(-MAX_EPISODES);
  const earlier = starts.length - shown.length;
  return [...(earlier === 0 ? [] : [0]), ...shown]
    .map((start, index, all) => {
      const isSum = earlier > 0 && index === 0;
      let [first, end] = [start, all[index + 1] ?? failures.length];
      const span = { from: failures[first]?.at ?? 0, to: failures[end - 1]?.at ?? 0 };
      // The list finds them by time, and two episodes may meet in one millisecond.
      while (failures[first - 1]?.at === span.from) first -= 1;
      while (failures[end]?.at === span.to) end += 1;
      return {
        ...span,
        count: new Set(failures.slice(first, end).map(({ id }) => id)).size,
        isStorm: !isSum && inStorm[start] === 1,
        episodes: isSum ? earlier : 1,
        blindMs: msWithin(span, blind),
      };
    })
    .toReversed();
}

/** 1 for each failure in a storm, else 0. A case that fails again within `STORM.ms` counts once. */
function stormsAmong(failures: readonly CaseFailure[]): Uint8Array {
  const last = new Map<number, number>();
  const indexes: number[] = [];
  const times: number[] = [];
  for (const [index, { id, at }] of failures.entries()) {
    const before = last.get(id);
    last.set(id, at);
    if (before !== undefined && at - before <= STORM.ms) continue;
    indexes.push(index);
    times.push(at);
  }
  const found = new Uint8Array(failures.length);
  let before: StormRun | null = null;
  for (const run of stormRuns(times)) {
    const isSame: boolean = before !== null && (times[run.first] ?? 0) - (times[before.last] ?? 0) <= STORM_PAUSE_MS;
    const first: number = before !== null && isSame ? before.last : run.first;
    found.fill(1, indexes[first], (indexes[run.last] ?? 0) + 1);
    before = run;
  }
  return found;
}

function isPause(pause: Span, blind: readonly Span[]): boolean {
  const length = pause.to - pause.from;
  return length > PAUSE_MS && length - msWithin(pause, blind) > PAUSE_MS;
}

function msWithin(within: Span, spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + lengthInside(span, within), 0);
}
